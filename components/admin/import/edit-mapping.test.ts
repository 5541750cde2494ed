import { describe, expect, test } from 'vitest'
import type { ImportFeed } from '#lib/contracts/app/import-preview.ts'
import { applyEdits, emptyFeed, mapColumn, mapFeed, mapPart, setWord } from './edit-mapping.ts'
import { testFeed as feed } from './testing-preview.ts'

describe('mapColumn', () => {
  test('moves a column from one field to another, whose column becomes free', () => {
    const feeds = [feed('title', ['Summary']), feed('state', ['Status'])]
    expect(mapColumn({}, feeds, 'Status', 'title')).toEqual({
      fields: { state: null, title: { column: 'Status' } },
    })
  })

  test('keeps words, format and default of the field', () => {
    const state = feed('state', ['Status'], { values: { lukket: 'closed' }, default: 'new' })
    expect(mapColumn({ rows: 'last' }, [state], 'Tilstand', 'state')).toEqual({
      rows: 'last',
      fields: { state: { column: 'Tilstand', values: { lukket: 'closed' }, default: 'new' } },
    })
  })

  test('leaves the other columns of a field', () => {
    const joined = feed('title', ['Area', 'Symptom', 'Team'], { join: ' / ' })
    expect(mapColumn({}, [joined], 'Team', null)).toEqual({
      fields: { title: { join: ['Area', 'Symptom'], with: ' / ' } },
    })
    const coalesced = feed('affected_service', ['Service', 'CI'])
    expect(mapColumn({}, [coalesced], 'CI', null)).toEqual({
      fields: { affected_service: { column: 'Service' } },
    })
  })
})

test('shows edits before their preview has come, so that quick edits add up', () => {
  const shown = [feed('state', ['Status']), feed('title', ['Titel'])]
  const first = mapFeed({}, setWord(shown[0] as ImportFeed, 'Lukket', 'closed'))
  const feeds = applyEdits(shown, first)
  expect(feeds.map(({ field, is_guessed }) => [field, is_guessed])).toEqual([
    ['title', true],
    ['state', false],
  ])
  const state = feeds.find(({ field }) => field === 'state') as ImportFeed
  expect(mapFeed(first, setWord(state, 'Ny', 'new'))).toEqual({
    fields: { state: { column: 'Status', values: { lukket: 'closed', ny: 'new' } } },
  })
  const mapping = { fields: { title: null, number: 'Nr', risk: { join: ['A', 'B'] } } }
  expect(applyEdits(shown, mapping)).toEqual([
    shown[0],
    feed('number', ['Nr'], { is_guessed: false }),
    feed('risk', ['A', 'B'], { join: ' ', is_guessed: false }),
  ])
})

test('gives a field without a column a default, and removes it again', () => {
  const mapping = mapFeed({}, { ...emptyFeed('type'), default: 'normal' })
  expect(mapping).toEqual({ fields: { type: { default: 'normal' } } })
  expect(mapFeed(mapping, { ...feed('type', [], { default: 'normal' }), default: null })).toEqual({ fields: {} })
})

test('joins columns, and is the column itself when one is left', () => {
  const title = feed('title', ['Area', 'Symptom'], { join: ' ' })
  expect(mapFeed({}, title)).toEqual({ fields: { title: { join: ['Area', 'Symptom'], with: ' ' } } })
  expect(mapFeed({}, { ...title, columns: ['Area'] })).toEqual({ fields: { title: { column: 'Area' } } })
})

test('replaces the value of a word whatever its case, and forgets it', () => {
  const state = feed('state', ['Status'], { values: { Lukket: 'closed' } })
  expect(mapFeed({}, setWord(state, 'LUKKET', 'canceled'))).toEqual({
    fields: { state: { column: 'Status', values: { lukket: 'canceled' } } },
  })
  expect(mapFeed({}, setWord(state, 'lukket', undefined))).toEqual({ fields: { state: { column: 'Status' } } })
})

test('sets and removes a part that concerns the whole file', () => {
  expect(mapPart({ delimiter: ';' }, 'delimiter', undefined)).toEqual({})
  expect(mapPart({}, 'empty', [])).toEqual({ empty: [] })
})

test('an answer about rows replaces that of an older mapping', () => {
  expect(mapPart({ last_state: true, newest_first: true }, 'rows', 'latest:Changed')).toEqual({
    rows: 'latest:Changed',
  })
})
