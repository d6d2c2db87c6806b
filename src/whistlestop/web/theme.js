// Set the theme before anything is painted, so that a dark page never flashes white. This file is no module, because
// modules run later.
(() => {
  const theme = localStorage.getItem("whistlestop.theme");
  if (theme === '"light"' || theme === '"dark"') {
    document.documentElement.dataset.theme = JSON.parse(theme);
  }
})();
