import { stringify } from 'yaml'
import { frameworkIds } from '#lib/contracts/app/values.ts'
import { frameworks } from '#lib/domain/controls/requirements.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { readControls } from './control-edits.ts'

const packager = 'hindsight'
const id = 'change-review'
const description =
  'What laws, standards and frameworks ask of IT changes, in the words of Hindsight, and which fields of its records show it.'

/**
 * Builds a library of CISO Assistant with the requirements, in YAML. Typical evidence describes the fields that show
 * each.
 */
export async function buildControlLibrary({ db, now }: Context): Promise<string> {
  const { controls, version, updatedAt } = await readControls(db)
  const heading = { locale: 'en', ref_id: 'HINDSIGHT-CHANGE-REVIEW', name: 'Review of IT changes', description }
  const nodeUrn = (node: string) => `urn:${packager}:risk:req_node:${id}:${node.replaceAll('_', '-')}`
  const texts = frameworkIds.map((framework) => ({
    urn: nodeUrn(framework),
    assessable: false,
    depth: 1,
    ref_id: frameworks[framework].short,
    name: frameworks[framework].name,
  }))
  const nodes = controls.map((control) => ({
    urn: nodeUrn(control.id),
    assessable: true,
    depth: 2,
    parent_urn: nodeUrn(control.framework),
    ref_id: control.citation,
    description: control.asks,
    ...(control.note !== null && { annotation: control.note }),
    typical_evidence: describeEvidence(control),
  }))
  const requirement_nodes = texts.flatMap((text) => [text, ...nodes.filter((node) => node.parent_urn === text.urn)])
  const { locale, ...named } = heading
  return stringify({
    urn: `urn:${packager}:risk:library:${id}`,
    ...heading,
    copyright: 'The words are those of Hindsight; the texts are those of their authors.',
    // The version of a library begins with 1, and CISO Assistant only accepts a higher one.
    version: version + 1,
    publication_date: (updatedAt ?? now.toISOString()).slice(0, 10),
    provider: 'Hindsight',
    packager,
    objects: { framework: { urn: `urn:${packager}:risk:framework:${id}`, ...named, requirement_nodes } },
  })
}

type ControlEvidence = { readonly answer: string; readonly applies: string | null; readonly evidence: string | null }

function describeEvidence({ answer, applies, evidence }: ControlEvidence): string {
  if (evidence === null) return answer
  const changes = applies === null ? 'Closed changes' : `Closed changes with ${applies}`
  return `${answer} ${changes}: those with ${evidence}.`
}
