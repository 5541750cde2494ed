/** Records have times in these years, whatever brings them; another year is a typing or reading error. */
export const [firstYear, lastYear] = [1970, 2100]

/** Whether a time or date in ISO 8601 is in a year that records may have. */
export const isInRecordedYears = (iso: string): boolean => iso >= String(firstYear) && iso < String(lastYear + 1)
