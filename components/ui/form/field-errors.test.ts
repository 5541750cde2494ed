import { expect, test } from 'vitest'
import { listFieldErrors, toFieldMessage } from './field-errors.ts'

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

test.each([
  ['must not be empty', 'Title', 'Enter a title.'],
  ['is no filter: There is no field "x"', 'Filter', 'This is no filter: There is no field "x".'],
  ['must not be empty', 'Owner', 'Enter an owner.'],
  ['must not be empty', 'Evidence of completion', 'Enter evidence of completion.'],
  ['must not be empty', 'Tags', 'Enter tags.'],
  ['must not be empty', 'What to do', 'Fill this in.'],
  ['must not be empty', 'Why is it unrelated?', 'Fill this in.'],
  ['must not be empty', null, 'Fill this in.'],
  ['must be a calendar date that exists, as YYYY-MM-DD', 'Due', 'Enter a day, such as 2 Nov 2026.'],
  [
    'must be an ISO 8601 timestamp in UTC, such as 2026-03-01T10:00:00Z',
    'From',
    'Enter day and time, such as 2 Nov 2026, 07:05.',
  ],
  ['must be an e-mail address, such as ada@example.org', 'E-mail', 'Enter an e-mail address, such as ada@example.org.'],
  ['must be an e-mail address, such as ada@example.org', 'Owner', 'Choose a person from the list.'],
  ['must have at most 200 characters', 'Title', 'Use at most 200 characters.'],
  ['must have at least one member', 'Add a member', 'Choose at least one member.'],
  ['must be at least 1', 'Days', 'Enter a number of at least 1.'],
  ['must be a whole number from 1 to 60', 'Days', 'Enter a whole number from 1 to 60.'],
  ['must be one of low, high', 'Priority', 'Choose one of the options.'],
  ['must have at most 50 members', 'Add a member', 'Use at most 50 members.'],
  ['must be your current password', 'Current password', 'Enter your current password.'],
  ['must be in the future', 'Last day', 'Last day must be in the future.'],
  ['must be in the future', null, 'This must be in the future.'],
  ['must not be after to', 'From', 'From must not be after to.'],
  ['Enter a reason.', 'Reason', 'Enter a reason.'],
])('“%s” of the field %s is shown as “%s”', (message, label, shown) => {
  expect(toFieldMessage(message, label)).toBe(shown)
})
