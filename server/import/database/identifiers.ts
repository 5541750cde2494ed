/** An identifier of SQL, quoted. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`
