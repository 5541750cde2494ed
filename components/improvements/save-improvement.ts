import { ApiError } from '#lib/api/api-error.ts'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import type { ImprovementEdit } from '#lib/contracts/app/improvement-edits.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { editImprovement, getImprovement } from '#lib/contracts/routes.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'

/** Thrown if someone else changed the improvement since it was read; nothing was saved. */
export class EditConflict extends Error {
  readonly current: Improvement

  constructor(current: Improvement) {
    super(
      `Someone else has changed this action. It is now ${improvementStatusLabels[current.status].toLowerCase()}, ` +
        `owned by ${current.owner} and due on ${current.target_date}.`,
    )
    this.current = current
  }
}

/** Saves an edit unless the improvement changed since `knownUpdatedAt`. Throws `EditConflict` or `ApiError`. */
export async function saveImprovement(id: string, knownUpdatedAt: string, edit: ImprovementEdit): Promise<Improvement> {
  const read = () => callEndpoint(getImprovement, { params: { id } })
  const { data: stored, etag } = await read()
  if (stored.updated_at !== knownUpdatedAt) throw new EditConflict(stored)
  try {
    const options = { keepalive: true, ...(etag ? { ifMatch: etag } : {}) }
    return (await callEndpoint(editImprovement, { params: { id }, body: edit }, options)).data
  } catch (error) {
    if (error instanceof ApiError && error.code === 'precondition_failed') {
      throw new EditConflict((await read()).data)
    }
    throw error
  }
}
