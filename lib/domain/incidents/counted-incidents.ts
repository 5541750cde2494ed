/** The current incident; its fields are null if it was deleted. */
type CountedIncident = {
  readonly related_change: string | null
  readonly caused_by_change: string | null
  /** 1 (critical) to 5 (planning). */
  readonly priority_level: number | null
}

/** The fields that a write changed, and their values before and after. */
type FieldChanges = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>

/**
 * Returns the most urgent level that an incident had while it named a change or was confirmed for it; null without any.
 * So the requirements do not fall when an incident is unlinked or becomes less urgent. `history` is oldest first.
 */
export function findMostUrgentLevel(
  change: string,
  current: CountedIncident | null,
  history: readonly FieldChanges[],
): number | null {
  let incident: CountedIncident = current ?? { related_change: null, caused_by_change: null, priority_level: null }
  const levels = [levelFor(change, incident)]
  for (const changes of history.toReversed()) {
    incident = undoChanges(incident, changes)
    levels.push(levelFor(change, incident))
  }
  const linked = levels.filter((level) => level !== null)
  return linked.length === 0 ? null : Math.min(...linked)
}

const levelFor = (change: string, { related_change, caused_by_change, priority_level }: CountedIncident) =>
  related_change === change || caused_by_change === change ? priority_level : null

const undoChanges = (
  incident: CountedIncident,
  { related_change, caused_by_change, priority_level }: FieldChanges,
): CountedIncident => ({
  related_change: related_change ? readText(related_change.from) : incident.related_change,
  caused_by_change: caused_by_change ? readText(caused_by_change.from) : incident.caused_by_change,
  priority_level: priority_level ? readNumber(priority_level.from) : incident.priority_level,
})

const readText = (value: unknown) => (typeof value === 'string' ? value : null)
const readNumber = (value: unknown) => (typeof value === 'number' ? value : null)
