// What stands on a half-typed sheet outlives the page: one draft an address, on this phone only.

const PREFIX = "caderneta.draft:";
const SENT = "caderneta.sent";
const place = () => PREFIX + location.pathname + location.search;

/** The draft of this page, or null. One that cannot be read is left where it is. */
export function recall() {
  try {
    const draft = JSON.parse(localStorage.getItem(place()));
    return draft && draft.format === 1 ? draft : null;
  } catch {
    return null;
  }
}

/** Keep `draft` (plain values); says whether the phone took it. */
export function keep(draft) {
  try {
    localStorage.setItem(place(), JSON.stringify({ format: 1, ...draft }));
    return true;
  } catch {
    return false; // a private window, or no room: the page itself still holds everything
  }
}

/** The sheet was saved or thrown away. */
export function forget() {
  try {
    localStorage.removeItem(place());
  } catch {
    // nothing was kept there
  }
}

/** The sheet with this key was saved. */
export function sent(key) {
  forget();
  try {
    sessionStorage.setItem(SENT, key);
  } catch {
    // then the server says so to whoever comes back to it
  }
}

/** Whether a sheet found again in the browser's history is the one that was saved last. */
export function wasSent(key) {
  try {
    return sessionStorage.getItem(SENT) === key;
  } catch {
    return false;
  }
}
