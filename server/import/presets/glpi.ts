import { definePreset, words } from './preset.ts'

const columns = {
  number: { column: ['ID', 'id'] },
  title: { column: ['Titre', 'Title', 'name'] },
  opened: { column: ["Date d'ouverture", 'Opening date', 'date'] },
  updated: { column: ['Dernière modification', 'Last update', 'date_mod'] },
}

/** The CSV exports of lists in French and English, and the lists of the API. */
export const glpi = definePreset('GLPI', {
  changes: {
    recognisedBy: [
      ['Titre', 'Statut', "Date d'ouverture"],
      ['Title', 'Status', 'Opening date'],
      ['name', 'status', 'date_mod', 'rolloutplancontent'],
    ],
    date_order: 'day-first',
    fields: {
      number: columns.number,
      title: columns.title,
      state: {
        column: ['Statut', 'Status'],
        values: words({
          new: '1, Nouveau',
          assess: '2, 4, 9, Évaluation, Evaluation, En attente, Pending',
          scheduled: '3, 7, Accepté, Accepted',
          review: '5, 8, Appliqué, Applied, Revue',
          closed: '6, Clos',
          authorize: '10, Validation, Approbation, Approval',
          implement: '11, 12, Test, Testing, Qualification',
          canceled: '13, 14, Annulé, Refusé, Refused',
        }),
      },
      affected_services: { column: ['Éléments associés', 'Associated elements', 'Éléments', 'Items'] },
      description: { column: ['Description', 'content'] },
      implementation_plan: { column: ['Plan de déploiement', 'Deployment plan', 'rolloutplancontent'] },
      risk_assessment: { column: ["Analyse d'impact", 'Impacts', 'impactcontent'] },
      backout_plan: { column: ['Plan de retour arrière', 'Plan de secours', 'Backup plan', 'backoutplancontent'] },
      assigned_to: { column: ['Attribué à - Technicien', 'Assigned to - Technician', 'Technicien', 'Technician'] },
      requested_by: { column: ['Demandeur - Demandeur', 'Requester - Requester', 'Demandeur', 'Requester'] },
      assignment_group: {
        column: ['Attribué à - Groupe de techniciens', 'Assigned to - Technician group', 'Groupe de techniciens'],
      },
      seconds_worked: { column: ['actiontime'] },
      created_at: columns.opened,
      updated_at: columns.updated,
    },
  },
  incidents: {
    recognisedBy: [
      ['Titre', 'Statut', "Date d'ouverture"],
      ['Title', 'Status', 'Opening date'],
      ['name', 'status', 'date_mod', 'solvedate'],
    ],
    date_order: 'day-first',
    fields: {
      number: columns.number,
      short_description: columns.title,
      priority: {
        column: ['Priorité', 'Priority'],
        values: words({
          '5 - Very low': '1',
          '4 - Low': '2',
          '3 - Medium': '3',
          '2 - High': '4',
          '2 - Very high': '5',
          '1 - Major': '6, Major',
          '1 - Majeure': 'Majeure',
        }),
      },
      state: {
        column: ['Statut', 'Status'],
        values: words({
          new: '1, Nouveau',
          in_progress: '2, 3, En cours (Attribué), En cours (Planifié), Processing (assigned), Processing (planned)',
          on_hold: '4, En attente',
          resolved: '5, Résolu',
          closed: '6, Clos',
        }),
      },
      opened_at: columns.opened,
      resolved_at: { column: ['Date de résolution', 'Resolution date', 'Solving date', 'solvedate'] },
      closed_at: { column: ['Date de clôture', 'Closing date', 'closedate'] },
      affected_service: { column: ['Éléments associés', 'Associated elements', 'Catégorie', 'Category'] },
      updated_at: columns.updated,
    },
  },
})
