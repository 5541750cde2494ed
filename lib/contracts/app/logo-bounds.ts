/** Bytes of the logo of the organisation. It is part of every page. */
export const maxLogoBytes = 24 * 1024
