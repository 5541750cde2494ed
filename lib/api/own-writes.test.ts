import { expect, test } from 'vitest'
import { onOwnWrite, tellingOfWrite } from './own-writes.ts'

test('a write is told of before it is sent and when it is answered, a read is not', async () => {
  const heard: string[] = []
  const stop = onOwnWrite(() => heard.push('told'))
  const send = async () => {
    heard.push('sent')
    return 'answer'
  }
  expect(await tellingOfWrite('GET', send)).toBe('answer')
  expect(heard).toEqual(['sent'])
  expect(await tellingOfWrite('PUT', send)).toBe('answer')
  expect(heard).toEqual(['sent', 'told', 'sent', 'told'])
  stop()
  await tellingOfWrite('POST', send)
  expect(heard).toHaveLength(5)
})

test('a write whose answer is lost may have been done', async () => {
  let told = 0
  const stop = onOwnWrite(() => {
    told += 1
  })
  await expect(tellingOfWrite('DELETE', () => Promise.reject(new TypeError('lost')))).rejects.toThrow('lost')
  expect(told).toBe(2)
  stop()
})
