import type { Preset } from './preset.ts'

/** Columns of all tables that no other system has. */
const recognisedBy = [
  ['sys_id'],
  ['sys_updated_on'],
  ['sys_mod_count'],
  ['sys_created_on'],
  ['sys_class_name'],
  ['sys_updated_at'],
]

/** The numbers of the state models, including older ones, and of risk and priority. */
export const serviceNowPreset: Preset = {
  name: 'ServiceNow',
  isApplied: true,
  numberForm: /^[A-Z]{2,10}\d{4,}$/i,
  kinds: {
    changes: {
      recognisedBy,
      mapping: {
        fields: {
          state: {
            values: {
              '-5': 'new',
              '-4': 'assess',
              '-3': 'authorize',
              '-2': 'scheduled',
              '-1': 'implement',
              0: 'review',
              3: 'closed',
              4: 'canceled',
            },
          },
          risk: { values: { 1: 'very_high', 2: 'high', 3: 'moderate', 4: 'low' } },
        },
      },
    },
    incidents: {
      recognisedBy,
      mapping: {
        fields: {
          state: {
            values: {
              1: 'new',
              2: 'in_progress',
              3: 'on_hold',
              4: 'on_hold',
              5: 'on_hold',
              6: 'resolved',
              7: 'closed',
              8: 'canceled',
            },
          },
          priority: {
            values: { 1: '1 - Critical', 2: '2 - High', 3: '3 - Moderate', 4: '4 - Low', 5: '5 - Planning' },
          },
        },
      },
    },
  },
}
