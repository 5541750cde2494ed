/** A deployment with its relation to a change, and the decision of a person about it. */
export type JoinedDeployment = {
  /** The evidence by which its change was found; null without a change. */
  readonly matchedBy: 'number' | 'mention' | 'window' | 'pipeline' | null
  readonly service: string
  /** True if its service is one of the change. */
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

/** Describes the relation of a deployment to its change, and the decision about it. */
export function describeDeployment(deployment: JoinedDeployment): string {
  const { matchedBy, service, isOfService, handling, handledBy, handlingReason } = deployment
  if (matchedBy === 'number' && !isOfService) {
    return `The deployment names this change, but ${service} is not one of its services. It sets no actual times.`
  }
  const match = matchedBy === null ? '' : matches[matchedBy]
  if (handling === 'review') return `${match} ${handledBy} required a review.`
  return handling === 'dismissed' ? `${match} ${handledBy} dismissed it: ${handlingReason}` : match
}

/** The kind of a connection; `formats` is set if any system may send its events. */
type SenderKind = { readonly label: string; readonly formats?: readonly string[] }

/** Returns the name of the system that reported a deployment: that of its connection if the kind is only a format. */
export const nameSender = (kind: SenderKind | null, connection: string | null): string =>
  kind === null || kind.formats ? (connection ?? 'a pipeline') : kind.label
