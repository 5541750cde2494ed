import { findChangeNumbers } from '#lib/domain/change/change-number.ts'
import type { DeploymentState } from './merge-deployment.ts'

type DeploymentFacts = DeploymentState['facts']

/** Returns the numbers in the sender's field for the change, as written and in capitals. */
export function listNamedNumbers({ change }: DeploymentFacts): string[] {
  return change ? [...new Set([change, ...findChangeNumbers([change])])] : []
}

/** Returns possible numbers of changes in texts that anybody who commits can write: branch, title, payload, URL. */
export const listMentionedNumbers = ({ ref, title, text, url }: DeploymentFacts): string[] =>
  findChangeNumbers([ref, title, text, url])

const letters = /^[a-z]+/i

/** True if two numbers begin with the same letters, as those of one system do. */
export const isSameSeries = (one: string, other: string): boolean =>
  letters.exec(one)?.[0].toUpperCase() === letters.exec(other)?.[0].toUpperCase()
