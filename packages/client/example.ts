import { createHindsight, dataOf, followEvents, pagesOf, sendOnce } from '@hindsight/client'

const { HINDSIGHT_URL = 'http://localhost:3000', HINDSIGHT_TOKEN = '' } = process.env
const hindsight = createHindsight({ baseUrl: HINDSIGHT_URL, token: HINDSIGHT_TOKEN })

// Every change whose review is completed, a page at a time.
const reviewed = { query: 'pir_completed = true', limit: 10 }
for await (const { result } of pagesOf((cursor) =>
  hindsight.GET('/api/itsm/v1/changes', { params: { query: { ...reviewed, ...cursor } } }),
)) {
  for (const { number, title } of result) console.log(number, title)
}

// An action, registered once even if the connection breaks.
const body = { title: 'Test the rollback', source_type: 'pir', source_ref: 'PIR-2026-0042' } as const
const action = await sendOnce((key) =>
  hindsight.POST('/api/itsm/v1/improvements', {
    params: { header: key },
    body: { ...body, owner: 'ines.marchetti@hindsight.example', target_date: '2027-12-18' },
  }),
)
const read = await hindsight.GET('/api/itsm/v1/improvements/{id}', { params: { path: { id: action.id } } })
console.log(dataOf(read).status)

// Events of the last 90 days, then new events as they occur; `next` is the position to continue at after a restart.
for await (const { result, next } of followEvents(hindsight, { after: 'start' })) {
  for (const { type, key } of result) console.log(type, key)
  console.log('handled until', next)
  break
}
