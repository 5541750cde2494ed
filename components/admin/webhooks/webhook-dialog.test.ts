import { expect, test } from 'vitest'
import { createPreviewTitle, readQuietHours, toQuietTexts } from './webhook-dialog.tsx'
import { describeQuietHours, describeSendTime } from './webhook-labels.ts'

const types = [
  { entity: 'change', label: 'Change', types: ['change.created', 'change.updated'] },
  { entity: 'improvement', label: 'Improvement', types: ['improvement.created', 'improvement.verified'] },
]

test.each([
  [['improvement.verified'], /^Improvement \S+: verified$/],
  [['improvement.*'], /^Improvement \S+: created$/],
  [['improvement.verified', 'change.updated'], /^Change \S+: updated$/],
])('the preview shows an event of %o', (chosen, title) => {
  expect(createPreviewTitle(chosen, types)).toMatch(title)
})

test('there is no preview without events', () => {
  expect(createPreviewTitle([], types)).toBeNull()
})

const quiet = { days: [7, 6], from: 22, until: 7 }

test('quiet hours are of messages only', () => {
  const texts = toQuietTexts(quiet)
  expect(readQuietHours('slack', texts)).toEqual(quiet)
  expect(readQuietHours('teams', texts)).toEqual(quiet)
  for (const format of ['thin', 'record', 'cloudevent'] as const) expect(readQuietHours(format, texts)).toBeNull()
  expect(readQuietHours('slack', toQuietTexts(null))).toBeNull()
})

test('the page shows days, hours or both', () => {
  expect(describeQuietHours(quiet)).toBe('Saturday, Sunday; 22:00 to 07:00 on every day')
  expect(describeQuietHours({ ...quiet, days: [] })).toBe('22:00 to 07:00 on every day')
  expect(describeQuietHours({ ...quiet, until: 22 })).toBe('Saturday, Sunday')
})

test('what is queued is said to be sent only when the webhook sends', () => {
  expect(describeSendTime({ state: 'on', quiet_hours: null })).toBe('Sent within seconds.')
  expect(describeSendTime({ state: 'on', quiet_hours: quiet })).toMatch(/when the quiet hours end/)
  for (const state of ['off', 'paused', 'gone'] as const) {
    expect(describeSendTime({ state, quiet_hours: null })).toBe('Sent once the webhook is switched on.')
  }
})
