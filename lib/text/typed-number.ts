/** Reads a typed number, null for a blank text. A text that is no finite number stays, so that the service refuses it. */
export function readTypedNumber(text: string): number | string | null {
  if (text.trim() === '') return null
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}
