import { expect, test } from 'vitest'
import { assertReadableAction } from './assert-readable-action.ts'
import { bodyLimit } from './read-body.ts'
import { fromWebRequest } from './web-request.ts'

const name = 'a1'.repeat(21)
const text = { 'Next-Action': name, 'Content-Type': 'text/plain;charset=UTF-8' }
const inForm = { 'Next-Action': name, 'Content-Type': 'multipart/form-data; boundary=x' }
const form = { 'Content-Type': 'multipart/form-data; boundary=x' }
const part = (field: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`

const judge = (headers: Record<string, string>, body: string, method = 'POST') =>
  assertReadableAction(fromWebRequest(new Request('http://localhost/users', { method, headers, body })))

test.each([
  ['no values', text, '[]'],
  ['texts', text, '["none","$$dollar"]'],
  ['a form', inForm, `${part('0', '["$K1"]')}--x--\r\n`],
  ['a text and a form', inForm, `${part('0', '["token","$K1"]')}${part('1_a', 'b')}--x--\r\n`],
  ['a form of a browser without JavaScript', form, `${part(`$ACTION_ID_${name}`, '')}--x--\r\n`],
  [
    'a form of a browser without JavaScript, bound to a string',
    form,
    `${part('$ACTION_REF_1', '')}${part('$ACTION_1:0', `{"id":"${name}","bound":"$@1"}`)}${part('$ACTION_1:1', '["t"]')}--x--\r\n`,
  ],
  ['a request that is not an action', { 'Content-Type': 'application/json' }, '{'],
])('accepts %s', async (_, headers, body) => {
  await expect(judge(headers, body)).resolves.toBeUndefined()
})

test.each([
  ['a malformed action name', { ...text, 'Next-Action': 'deadbeef' }, '[]'],
  ['garbage', text, '{{{'],
  ['a body that is not a list', text, '"none"'],
  ['more values than any action has', text, JSON.stringify(Array(9).fill('none'))],
  ['a value that is not a string', text, '[{"a":1}]'],
  ['a reference to a missing part', inForm, `${part('0', '["$F1"]')}--x--\r\n`],
  ['a form without values', inForm, '--x--\r\n'],
  ['a malformed form', inForm, 'garbage'],
  ['a malformed form without an action name', form, 'garbage'],
  ['a form with a file', inForm, `${part('0', '["$K1"]')}${part('1_a"; filename="a.txt', 'text')}--x--\r\n`],
  ['a form without an action', form, `${part('a', 'b')}--x--\r\n`],
  ['a form with a malformed action name', form, `${part('$ACTION_ID_deadbeef', '')}--x--\r\n`],
  ['a form of an action without a name', form, `${part('$ACTION_REF_1', '')}${part('$ACTION_1:0', '{{')}--x--\r\n`],
  [
    'a form of an action bound to a value that is not a string',
    form,
    `${part('$ACTION_REF_1', '')}${part('$ACTION_1:0', `{"id":"${name}"}`)}${part('$ACTION_1:1', '["$F1"]')}--x--\r\n`,
  ],
  ['a form without a boundary', { 'Content-Type': 'multipart/form-data' }, 'garbage'],
  ['two action names', { ...text, 'Next-Action': `${name}, ${name}` }, '[]'],
])('rejects %s', async (_, headers, body) => {
  await expect(judge(headers, body)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('rejects a long body', async () => {
  await expect(judge(text, `["${'x'.repeat(bodyLimit)}"]`)).rejects.toMatchObject({ code: 'payload_too_large' })
})
