import { type FrameworkId, type RequirementId, requirementIds } from '#lib/contracts/app/values.ts'

/** Full name of each framework, and a short one for a citation. */
export const frameworks: Readonly<Record<FrameworkId, { readonly name: string; readonly short: string }>> = {
  dora: { name: 'DORA: Delegated Regulation (EU) 2024/1774, article 17(1)', short: 'DORA RTS 2024/1774, art. 17(1)' },
  soc2: { name: 'SOC 2, Trust Services Criteria', short: 'SOC 2' },
  iso27001: { name: 'ISO/IEC 27001:2022, Annex A', short: 'ISO/IEC 27001:2022' },
  pcaob: { name: 'PCAOB AS 1105, Audit Evidence', short: 'PCAOB AS 1105' },
  itil: { name: 'ITIL 4, change enablement', short: 'ITIL 4' },
}

/** A requirement of a law, standard or framework on changes, in our words. A manager can replace its filters. */
type Requirement = {
  readonly framework: FrameworkId
  /** Reference within the framework. */
  readonly ref: string
  readonly asks: string
  /** Describes the data of Hindsight that meets the requirement. */
  readonly answer: string
  /** Filter for the closed changes that it applies to; null for all. */
  readonly applies: string | null
  /** Filter for those of them that meet it; null if no field of Hindsight shows it. */
  readonly evidence: string | null
}

const emergency = 'type = emergency'
const approvedAndReviewed =
  'risk IN (low, moderate, high, very_high) AND approved_by IS NOT EMPTY AND planned_start IS NOT EMPTY AND pir_completed = true'

const texts: Readonly<Record<RequirementId, Requirement>> = {
  dora_17_1_a: {
    framework: 'dora',
    ref: '(a)',
    asks: 'It was verified that security requirements are met.',
    answer: 'Hindsight has no field of its own for this: name the filter that shows it, such as a team or a service.',
    applies: null,
    evidence: null,
  },
  dora_17_1_b: {
    framework: 'dora',
    ref: '(b)',
    asks: 'The approver of a change is independent of its requester and its implementer.',
    answer:
      'Each change names its requester, approver and implementer; a person who took part in a change cannot sign its review off.',
    applies: 'type IN (normal, emergency)',
    evidence: 'has_independent_approver = true',
  },
  dora_17_1_c: {
    framework: 'dora',
    ref: '(c)',
    asks: 'Roles and duties are clear for specifying and planning, transition, testing and completion, and quality assurance.',
    answer: 'Each change names who requested, approved, implemented and reviewed it, and the team that carried it out.',
    applies: null,
    evidence: 'requested_by IS NOT EMPTY AND assigned_to IS NOT EMPTY AND reviewer IS NOT EMPTY',
  },
  dora_17_1_d: {
    framework: 'dora',
    ref: '(d)',
    asks: 'Purpose and scope, timeline and expected outcome are documented and communicated.',
    answer: 'Each change holds its purpose, the services that it touches, its planned window and its plan.',
    applies: null,
    evidence:
      'has_plan = true AND planned_start IS NOT EMPTY AND planned_end IS NOT EMPTY AND affected_services IS NOT EMPTY',
  },
  dora_17_1_e: {
    framework: 'dora',
    ref: '(e)',
    asks: 'There is a fall-back: who aborts or recovers a change that fails, and how.',
    answer: 'Each change holds its backout plan and its implementer; its review says whether it was rolled back.',
    applies: null,
    evidence: 'has_backout_plan = true AND assigned_to IS NOT EMPTY',
  },
  dora_17_1_f: {
    framework: 'dora',
    ref: '(f)',
    asks: 'Emergency changes have procedures and safeguards of their own.',
    answer: 'The policy decides which emergency changes need a review, and which of them a second person signs off.',
    applies: emergency,
    evidence: 'review_status != none',
  },
  dora_17_1_g: {
    framework: 'dora',
    ref: '(g)',
    asks: 'Emergency changes, workarounds and patches are documented, assessed and approved after implementation.',
    answer: 'The review of an emergency change assesses it afterwards; who signs it off approves it after the work.',
    applies: emergency,
    evidence: 'pir_completed = true AND is_signed_off = true',
  },
  dora_17_1_h: {
    framework: 'dora',
    ref: '(h)',
    asks: 'The impact on existing security measures was assessed, and whether more are needed.',
    answer:
      'Each change holds its risk and the assessment of it; what that says about security is for a person to read.',
    applies: null,
    evidence: 'has_risk_assessment = true',
  },
  soc2_cc8_1: {
    framework: 'soc2',
    ref: 'CC8.1',
    asks: 'Changes are authorised, designed, documented, tested, approved and implemented to meet objectives.',
    answer: 'Each change holds its plan, approver and implementer; its review says whether it met its objective.',
    applies: null,
    evidence: 'has_plan = true AND approved_by IS NOT EMPTY AND assigned_to IS NOT EMPTY AND pir_completed = true',
  },
  iso_27001_a_8_32: {
    framework: 'iso27001',
    ref: 'A.8.32',
    asks: 'Changes to information processing facilities and systems follow change management procedures.',
    answer: 'Each change holds its risk, approver, plan and backout plan, and the review that the policy asks for.',
    applies: null,
    evidence:
      'risk IN (low, moderate, high, very_high) AND approved_by IS NOT EMPTY AND has_plan = true AND has_backout_plan = true',
  },
  pcaob_as_1105_10a: {
    framework: 'pcaob',
    ref: '.10A',
    asks: 'For external information in electronic form: how it was obtained, and that it was not changed.',
    answer:
      'An imported record names its source, query or file, and the SHA-256 of the row; the history names what was changed since.',
    applies: null,
    evidence: 'has_origin = true',
  },
  itil_change_enablement: {
    framework: 'itil',
    ref: 'Change enablement',
    asks: 'Risk is assessed, changes are authorised, the schedule is managed, and the outcome is reviewed.',
    answer: 'Each change holds its risk, approver and planned window, and the outcome that its review states.',
    applies: null,
    evidence: approvedAndReviewed,
  },
}

/** All requirements, in the order of the frameworks; `citation` is such as `DORA RTS 2024/1774, art. 17(1)(b)`. */
export const controlRequirements = requirementIds.map((id) => {
  const { framework, ref } = texts[id]
  const { short } = frameworks[framework]
  return { id, ...texts[id], citation: /^[(.]/.test(ref) ? `${short}${ref}` : `${short}, ${ref}` }
})
