import { type Preset, words } from './preset.ts'

/** Columns of all tables that no other system has. */
const recognisedBy = ['id', 'updated_on', 'mod_count', 'created_on', 'class_name', 'updated_at'].map((name) => [
  `sys_${name}`,
])

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
            values: words({
              new: '-5',
              assess: '-4',
              authorize: '-3',
              scheduled: '-2',
              implement: '-1',
              review: '0',
              closed: '3',
              canceled: '4',
            }),
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
            values: words({
              new: '1',
              in_progress: '2',
              on_hold: '3, 4, 5',
              resolved: '6',
              closed: '7',
              canceled: '8',
            }),
          },
          priority: {
            values: { 1: '1 - Critical', 2: '2 - High', 3: '3 - Moderate', 4: '4 - Low', 5: '5 - Planning' },
          },
        },
      },
    },
  },
}
