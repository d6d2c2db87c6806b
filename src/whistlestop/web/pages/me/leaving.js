// What this browser keeps for the person who is signed in. It is removed when another person is signed in here.
import { unsubscribe } from "../../net/push.js";
import { forgetGames } from "../../offline/keeping.js";

/** Remove the kept games of the last person from this browser, and end the messages to it. */
export const clearDevice = () => Promise.allSettled([unsubscribe(), forgetGames()]);
