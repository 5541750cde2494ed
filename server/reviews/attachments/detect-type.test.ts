import { describe, expect, test } from 'vitest'
import { assertAttachable, detectType } from './store-attachment.ts'

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))
const png = bytes([0x89], 'PNG\r\n', [0x1a], '\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0])
const zip = bytes('PK', [3, 4, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0], 'a')
const windowsProgram = bytes('MZ', [0x90, 0, 3, 0, 0, 0])

describe('the type of an attachment', () => {
  test.each([
    ['screen.PNG', png, 'image/png'],
    ['minutes.pdf', bytes('%PDF-1.7\n%\n1 0 obj'), 'application/pdf'],
    ['logs.zip', zip, 'application/zip'],
    ['plan.docx', zip, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['run.log', bytes('\u001b[32mdone\u001b[0m in 3 s\r\n'), 'text/plain'],
    ['latin.txt', bytes('caf', [0xe9]), 'text/plain'],
    ['powershell.log', bytes([0xff, 0xfe], 'o\0k\0'), 'text/plain'],
    ['answer.xml', bytes('<?xml version="1.0"?><a/>'), 'text/plain'],
  ])('of %s is that of its name and content', async (name, head, type) => {
    expect(await detectType(name, head)).toBe(type)
  })

  test.each([
    ['screen.png', windowsProgram, 'of the type application/x-msdownload'],
    ['minutes.pdf', bytes('<script>alert(1)</script>'), 'text'],
    ['run.log', png, 'a PNG file'],
    ['run.txt', bytes('a', [0], 'b'), 'of an unknown kind'],
    ['photo.jpg', zip, 'a ZIP file'],
  ])('of %s with other content is refused', async (name, head, found) => {
    await expect(detectType(name, head)).rejects.toMatchObject({
      code: 'unsupported_media_type',
      message: `The content is ${found}, not what the ending of its name says. Attach the file as it was saved.`,
    })
  })
})

test.each(['page.html', 'drawing.svg', 'run.exe', 'noending', 'a.pdf.js'])('%s cannot be attached', (name) => {
  expect(() => assertAttachable(name)).toThrow('put any other file into a ZIP file')
})
