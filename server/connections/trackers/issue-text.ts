import { pagePaths } from '#lib/domain/page-paths.ts'
import type { TrackedAction } from './tracker.ts'

/** Returns the title of an issue, which is one line in every tracker. */
export const toIssueTitle = ({ title }: Pick<TrackedAction, 'title'>): string => title.replace(/\s+/g, ' ').trim()

/** A sentence in Markdown that links back to the action. */
export function describeOrigin({ id, source_ref: source }: TrackedAction, publicUrl: string | null): string {
  if (publicUrl === null) return `Improvement action ${id} from ${source} in Hindsight.`
  return `[Improvement action](${new URL(pagePaths.improvement(id), publicUrl).href}) from ${source} in Hindsight.`
}

/** The marker that begins our part of a text; it also finds an issue again whose creation got no response. */
export const buildMarker = (actionId: string): string => `<!-- hindsight:${actionId} -->`
const buildFooterMarker = (actionId: string) => `<!-- hindsight:${actionId}:footer -->`
const buildEndMarker = (actionId: string) => `<!-- hindsight:${actionId}:end -->`

/** Builds our part of a text in Markdown, between markers: the description, then a footer. */
function buildMarkedText(action: TrackedAction, footer: readonly string[]): string {
  const description = action.description === null ? [] : [action.description]
  return [buildMarker(action.id), ...description, buildFooter(action, footer)].join('\n\n')
}

const buildFooter = ({ id }: TrackedAction, footer: readonly string[]) =>
  [buildFooterMarker(id), '---', ...footer, buildEndMarker(id)].join('\n\n')

/** Replaces our part of a text, keeping what people wrote around it; without our part, it is put at the top. */
export function replaceOurPart(text: string, action: TrackedAction, footer: readonly string[]): string {
  const [above, below] = splitAround(text, buildMarker(action.id), buildEndMarker(action.id)) ?? ['', text]
  return [above.trim(), buildMarkedText(action, footer), below.trim()].filter(Boolean).join('\n\n')
}

/** Replaces the footer in our part of a text; unchanged if people removed it. */
export function replaceFooter(text: string, action: TrackedAction, footer: readonly string[]): string {
  const parts = splitAround(text, buildFooterMarker(action.id), buildEndMarker(action.id))
  return parts ? `${parts[0]}${buildFooter(action, footer)}${parts[1]}` : text
}

/** Returns the text before `start` and after `end`; null if one of them is missing. */
function splitAround(text: string, start: string, end: string): readonly [string, string] | null {
  const from = text.indexOf(start)
  const to = text.indexOf(end, from)
  return from === -1 || to === -1 ? null : [text.slice(0, from), text.slice(to + end.length)]
}
