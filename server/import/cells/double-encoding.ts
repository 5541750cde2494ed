import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'

/** The letters that the first byte of a character of UTF-8 becomes in windows-1252, and another letter beyond ASCII. */
const looksEncodedTwice = /[\u00c2-\u00f4][\u0080-\uffff]/

/**
 * The text that was encoded twice, once read as windows-1252: "Größe" for "GrÃ¶ÃŸe". Undefined for a text that does not
 * look like that.
 */
export function decodedTwice(text: string): string | undefined {
  if (!looksEncodedTwice.test(text)) return undefined
  const bytes = iconv.encode(text, 'windows-1252')
  if (!isUtf8(bytes) || iconv.decode(bytes, 'windows-1252') !== text) return undefined
  return bytes.toString()
}
