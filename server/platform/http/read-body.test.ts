import { describe, expect, test } from 'vitest'
import { createImprovement } from '#lib/contracts/improvements.ts'
import { fromWebRequest } from './api-request.ts'
import { bodyLimit, readJsonBody } from './read-body.ts'

const url = 'http://127.0.0.1/api/itsm/v1/improvements'
const type = { 'Content-Type': 'application/json' }
const encoded = (text: string) => new TextEncoder().encode(text)

/** A body with `Content-Length`, and a streamed one without. */
const senders = {
  announced: (bytes: Uint8Array<ArrayBuffer>) =>
    new Request(url, { method: 'POST', headers: { ...type, 'Content-Length': `${bytes.length}` }, body: bytes }),
  streamed: (bytes: Uint8Array<ArrayBuffer>) => {
    const pieces = [bytes.slice(0, 7), bytes.slice(7)]
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece)
        controller.close()
      },
    })
    return new Request(url, { method: 'POST', headers: type, body, duplex: 'half' } as RequestInit)
  },
}

describe.each(Object.entries(senders))('a body, %s', (_, send) => {
  const read = (bytes: Uint8Array<ArrayBuffer>) => readJsonBody(fromWebRequest(send(bytes)), createImprovement)

  test('is returned as text and value', async () => {
    const text = '{"title":"Größe 🚀"}'
    expect(await read(encoded(text))).toEqual({ text, value: { title: 'Größe 🚀' } })
  })

  test('is rejected beyond the limit', async () => {
    const longest = encoded(`"${'x'.repeat(bodyLimit - 2)}"`)
    expect((await read(longest)).text).toHaveLength(bodyLimit)
    await expect(read(encoded(`"${'x'.repeat(bodyLimit - 1)}"`))).rejects.toMatchObject({ code: 'payload_too_large' })
  })

  test('is rejected beyond 64 levels, in whatever it nests', async () => {
    const nested = (levels: number, open: string, close: string) => `${open.repeat(levels)}1${close.repeat(levels)}`
    for (const [open, close] of [
      ['{"a":', '}'],
      ['[', ']'],
    ] as const) {
      expect((await read(encoded(nested(64, open, close)))).text).toHaveLength(nested(64, open, close).length)
      for (const levels of [65, 10_000])
        await expect(read(encoded(nested(levels, open, close)))).rejects.toMatchObject({
          code: 'invalid_request',
          message: 'The body is nested more than 64 levels deep.',
        })
    }
  })

  test('is rejected when a number in it would be rounded', async () => {
    const exact =
      '{"plan":[0,-0.5,1.50,15e-1,1E2,12345678901234.50,1000000000000000000000,9007199254740991,1e21,"1e400"]}'
    expect((await read(encoded(exact))).value).toEqual(JSON.parse(exact))
    for (const number of ['1e400', '-1e-400', '123456789012345678901234567890', '0.12345678901234567890'])
      await expect(read(encoded(`{"plan":{"minutes":${number}}}`))).rejects.toThrow(`${number}, which would be rounded`)
  })

  test('is rejected when it is not valid UTF-8, without affecting the next body', async () => {
    const broken = new Uint8Array([...encoded('{"title":"'), 0xc3, ...encoded('"}')])
    await expect(read(broken)).rejects.toMatchObject({ code: 'invalid_request' })
    expect((await read(encoded('{}'))).value).toEqual({})
  })
})
