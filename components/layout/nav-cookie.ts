/** Whether the navigation is `open` or a `rail`. */
export const navCookie = 'hindsight-nav'
