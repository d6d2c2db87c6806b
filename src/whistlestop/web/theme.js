// Before anything is painted, so that a dark page never flashes white. No module: modules run late.
(() => {
  const theme = localStorage.getItem("whistlestop.theme");
  if (theme === '"light"' || theme === '"dark"') {
    document.documentElement.dataset.theme = JSON.parse(theme);
  }
})();
