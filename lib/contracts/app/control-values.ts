/** The frameworks with requirements on changes, in the order of the page. */
export const frameworkIds = ['dora', 'soc2', 'iso27001', 'pcaob', 'itil'] as const
export type FrameworkId = (typeof frameworkIds)[number]

/** The requirements, in the order of the frameworks. */
export const requirementIds = [
  'dora_17_1_a',
  'dora_17_1_b',
  'dora_17_1_c',
  'dora_17_1_d',
  'dora_17_1_e',
  'dora_17_1_f',
  'dora_17_1_g',
  'dora_17_1_h',
  'soc2_cc8_1',
  'iso_27001_a_8_32',
  'pcaob_as_1105_10a',
  'itil_change_enablement',
] as const
export type RequirementId = (typeof requirementIds)[number]
