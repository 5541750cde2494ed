/** Facts of a deployment that explain why it belongs to a change, and what a person decided about it. */
export type JoinedDeployment = {
  /** How its change was found: null while it has none. */
  readonly matchedBy: 'number' | 'mention' | 'window' | 'pipeline' | null
  readonly service: string
  /** Whether its service is one of the change. */
  readonly isOfService: boolean
  /** The decision about a deployment that no change authorised; null before it. */
  readonly handling: 'review' | 'dismissed' | null
  readonly handledBy: string | null
  readonly handlingReason: string | null
}

const matches = {
  number: 'The deployment names this change.',
  mention: 'A text of the deployment mentions this change; service and planned window fit. It sets no actual times.',
  window: 'The only change of this service in whose planned window it began. It sets no actual times.',
  pipeline: 'No change authorised it; this one was made from the deployment.',
}

/** Says why a deployment belongs to its change, and what was decided about it. */
export function describeDeployment(deployment: JoinedDeployment): string {
  const { matchedBy, service, isOfService, handling, handledBy, handlingReason } = deployment
  if (matchedBy === 'number' && !isOfService) {
    return `The deployment names this change, but ${service} is not one of its services. It sets no actual times.`
  }
  const match = matchedBy === null ? '' : matches[matchedBy]
  if (handling === 'review') return `${match} ${handledBy} required a review.`
  return handling === 'dismissed' ? `${match} ${handledBy} dismissed it: ${handlingReason}` : match
}

/** The kind of a connection; `formats` are those that any system may send. */
type SenderKind = { readonly label: string; readonly formats?: readonly string[] }

/** Names the system that reported a deployment: by its connection where the kind is only a format. */
export const nameSender = (kind: SenderKind | null, connection: string | null): string =>
  kind === null || kind.formats ? (connection ?? 'a pipeline') : kind.label
