import * as contract from '#lib/contracts/app/absence.ts'
import { deleteAbsence, findOwnAbsence, setAbsence } from '#server/people/own-absence.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getAbsence, async (ctx) => ({ body: { absence: await findOwnAbsence(ctx) } }))

export const PUT = route(contract.setAbsence, async (ctx, { body }) => ({
  body: { absence: await setAbsence(ctx, body) },
}))

export const DELETE = route(contract.deleteAbsence, async (ctx) => {
  await deleteAbsence(ctx)
  return { body: null }
})
