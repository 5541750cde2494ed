/** Maximum bytes of the logo of the organisation, which is part of every page. */
export const maxLogoBytes = 24 * 1024
