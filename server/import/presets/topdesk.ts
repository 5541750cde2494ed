import { definePreset, words } from './preset.ts'

/** The CSV exports of selections, in Dutch and English. */
export const topdesk = definePreset('TOPdesk', {
  changes: {
    recognisedBy: [
      ['Wijzigingsnummer', 'Korte omschrijving'],
      ['Change number', 'Brief description'],
    ],
    date_order: 'day-first',
    fields: {
      number: { column: ['Wijzigingsnummer', 'Change number'] },
      title: { column: ['Korte omschrijving', 'Brief description'] },
      state: {
        column: 'Status',
        values: words({
          new: 'Aangevraagd, Aanvraag, Request, Request for change',
          assess: 'In beoordeling, Beoordeling',
          authorize: 'Wacht op goedkeuring, Waiting for approval',
          scheduled: 'Goedgekeurd, Gepland',
          implement: 'In uitvoering, Voortgang, Progress',
          review: 'Evaluatie, Evaluation',
          closed: 'Afgerond, Gereed, Afgesloten',
          canceled: 'Afgewezen, Geannuleerd',
        }),
      },
      type: {
        column: ['Soort wijziging', 'Type wijziging', 'Change type', 'Type'],
        values: words({
          standard: 'Standaard',
          normal: 'Eenvoudig, Simple, Uitgebreid, Extensive',
          emergency: 'Spoed',
        }),
      },
      risk: {
        column: ['Risico', 'Risk'],
        values: { 'Zeer hoog': 'very_high', Hoog: 'high', Gemiddeld: 'moderate', Midden: 'moderate', Laag: 'low' },
      },
      affected_services: { column: ['Objecten', 'Object', 'Objects', 'Object ID', 'Dienst', 'Service'] },
      description: { column: ['Verzoek', 'Request'] },
      planned_start: { column: ['Geplande startdatum', 'Geplande start', 'Planned start date'] },
      planned_end: { column: ['Geplande einddatum', 'Gepland einde', 'Planned end date'] },
      actual_start: { column: ['Werkelijke startdatum', 'Actual start date'] },
      actual_end: { column: ['Werkelijke einddatum', 'Actual end date'] },
      assigned_to: { column: ['Coördinator', 'Behandelaar', 'Coordinator', 'Operator'] },
      requested_by: { column: ['Aanvrager', 'Requester'] },
      assignment_group: { column: ['Behandelaarsgroep', 'Operator group'] },
      close_code: {
        column: ['Afsluitcode', 'Resultaat', 'Closure code', 'Result'],
        values: words({
          successful: 'Succesvol, Geslaagd',
          successful_with_issues: 'Deels geslaagd, Geslaagd met problemen',
          failed: 'Mislukt, Niet geslaagd',
          backed_out: 'Teruggedraaid',
        }),
      },
      created_at: { column: ['Aanmaakdatum', 'Creation date'] },
      updated_at: { column: ['Wijzigingsdatum', 'Modification date'] },
    },
  },
  incidents: {
    recognisedBy: [
      ['Meldingnummer', 'Korte omschrijving'],
      ['Incident number', 'Brief description'],
      ['Call number', 'Brief description'],
    ],
    date_order: 'day-first',
    fields: {
      number: { column: ['Meldingnummer', 'Incident number', 'Call number'] },
      short_description: { column: ['Korte omschrijving', 'Brief description'] },
      priority: { column: ['Prioriteit', 'Priority'] },
      state: {
        column: 'Status',
        values: words({
          new: 'Aangemeld, Geregistreerd',
          in_progress: 'In behandeling, Opgepakt, Heropend',
          on_hold:
            'Wacht op aanmelder, Wacht op gebruiker, Wacht op leverancier, Waiting for caller, Waiting for user, Waiting for supplier',
          resolved: 'Gereed, Completed',
          closed: 'Afgesloten',
          canceled: 'Geannuleerd',
        }),
      },
      opened_at: { column: ['Aanmelddatum', 'Datum aangemeld', 'Aanmaakdatum', 'Call date', 'Creation date'] },
      resolved_at: { column: ['Datum gereed', 'Gereedmelddatum', 'Completion date', 'Date completed'] },
      closed_at: { column: ['Datum afgesloten', 'Afsluitdatum', 'Closure date', 'Date closed'] },
      affected_service: { column: ['Dienst', 'Service', 'Objectnummer', 'Object ID', 'Categorie', 'Category'] },
      updated_at: { column: ['Wijzigingsdatum', 'Modification date'] },
    },
  },
})
