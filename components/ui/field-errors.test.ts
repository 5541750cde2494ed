import { expect, test } from 'vitest'
import { listFieldErrors } from './field-errors.ts'

test('nested and repeated fields get the names that the form uses', () => {
  const errors = {
    title: { type: 'required', message: 'Write a title.' },
    actions: [undefined, { owner: { type: 'email', message: 'Enter an e-mail address.', ref: { name: 'x' } } }],
    root: { serverError: { type: '409', message: 'Someone else saved first.' } },
  }
  expect(listFieldErrors(errors as never)).toEqual([
    { name: 'title', message: 'Write a title.' },
    { name: 'actions.1.owner', message: 'Enter an e-mail address.' },
    { name: 'root.serverError', message: 'Someone else saved first.' },
  ])
})

test('a field called message is traversed, not mistaken for an error', () => {
  expect(listFieldErrors({ message: { type: 'required', message: 'Write a message.' } } as never)).toEqual([
    { name: 'message', message: 'Write a message.' },
  ])
})

test('no errors give an empty list', () => {
  expect(listFieldErrors({})).toEqual([])
})
