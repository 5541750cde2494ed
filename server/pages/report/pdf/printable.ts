import { join } from 'node:path'
import { openSync } from 'fontkit'
import { projectDir } from '#server/platform/project-dir.ts'

const fontDir = join(projectDir(), 'node_modules', 'pdfmake', 'fonts', 'Roboto')

export const fontFiles = {
  normal: join(fontDir, 'Roboto-Regular.ttf'),
  bold: join(fontDir, 'Roboto-Medium.ttf'),
}

/** Stands for a character that the font of the PDF does not have. */
export const missing = '�'

/** Maximum characters of a PDF; rendering them takes about a second. */
const maxCharacters = 120_000
/** Number of letters from which a word is broken, as the library needs a time that grows with their square. */
const maxWord = 200
const longWord = new RegExp(`\\S{${maxWord},}`, 'g')
const pieceOfWord = /.{1,80}/gu

let font: { hasGlyphForCodePoint(codePoint: number): boolean } | undefined

function canShow(character: string): boolean {
  // The types of the library allow for a collection of fonts.
  font ??= openSync(fontFiles.normal) as NonNullable<typeof font>
  return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
}

/** Prints texts; `left` records whether texts were cut or characters are missing. */
export type Printer = ReturnType<typeof createPrinter>

/** Fits texts to a PDF: replaces characters that cannot be shown, breaks long words, cuts at the maximum. */
export function createPrinter() {
  const left = { isCut: false, hasMissing: false }
  let room = maxCharacters
  const print = (text: string): string => {
    const fittingText = text.length > room ? text.slice(0, room) : text
    if (fittingText !== text) left.isCut = true
    room -= fittingText.length
    return fittingText
      .normalize('NFC')
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replace(/[\t\v\f\u00a0]/g, ' ')
      .replace(/ {20,}/g, ' ')
      .replace(/[→⇒]/g, '->')
      .replace(/(?!\n)[\p{Cc}\p{Cf}\p{Mn}\p{Co}]/gu, (mark) => (/\p{Mn}/u.test(mark) && canShow(mark) ? mark : ''))
      .replace(/[^\n -~]/gu, (character) => {
        if (!/\p{Cs}/u.test(character) && canShow(character)) return character
        left.hasMissing = true
        return missing
      })
      .replace(longWord, (word) => word.match(pieceOfWord)?.join('\n') ?? word)
  }
  return { print, left }
}
