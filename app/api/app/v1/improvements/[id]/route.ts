import { deleteImprovement, editImprovement } from '#lib/contracts/app/improvement-edits.ts'
import * as commands from '#server/improvements/commands.ts'
import { recordReply } from '#server/platform/api/record-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const PATCH = route(editImprovement, async (ctx, { params, body, expectedVersions }) =>
  recordReply(await commands.updateImprovement(ctx, params.id, body, expectedVersions)),
)

export const DELETE = route(deleteImprovement, async (ctx, { params }) => {
  await commands.deleteImprovement(ctx, params.id)
  return { body: null }
})
