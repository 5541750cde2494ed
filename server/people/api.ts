import * as leavers from '#lib/contracts/app/leavers.ts'
import * as ownData from '#lib/contracts/app/own-data.ts'
import * as search from '#lib/contracts/app/search.ts'
import { recordDownload } from '#server/platform/api/list-result.ts'
import { route, routeTo } from '#server/platform/api/route.ts'
import { createCalendar, revokeCalendar } from './calendars/own-calendars.ts'
import { erasePerson, previewErasure } from './erase-person.ts'
import { listPeopleNames } from './names.ts'
import { deleteAbsence, setAbsence } from './own-absence.ts'
import { exportPersonalData } from './person-rows.ts'

export const peopleApi = [
  route(ownData.setAbsence, async (ctx, { body }) => ({
    body: { absence: await setAbsence(ctx, body) },
  })),
  routeTo(ownData.deleteAbsence, (ctx) => deleteAbsence(ctx)),
  routeTo(ownData.revokeCalendar, (ctx, { params }) => revokeCalendar(ctx, params.id)),
  routeTo(ownData.createCalendar, (ctx, { body }) => createCalendar(ctx, body.service)),
  routeTo(search.listPeopleNames, (ctx, { query }) => listPeopleNames(ctx, query.emails.split(','))),
  routeTo(leavers.previewErasure, (ctx, { query }) => previewErasure(ctx, query.email)),
  routeTo(leavers.erasePerson, (ctx, { body }) => erasePerson(ctx, body.email, { inTexts: body.in_texts })),
  route(leavers.getPersonalData, async (ctx, { query, request }) => {
    const name = 'personal-data.ndjson'
    await recordDownload(ctx, name, request.target)
    return { body: null, file: { type: 'application/x-ndjson', name, content: exportPersonalData(ctx, query.email) } }
  }),
]
