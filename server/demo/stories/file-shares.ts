import type { Story } from '../story.ts'

const migrationPlan = {
  phases: [
    {
      phase: 1,
      name: 'Stores and warehouse',
      night: 'Wednesday',
      steps: [
        'Last copy of the difference',
        'Set the old shares read-only',
        'Switch the names',
        'Open 20 files from each store',
      ],
    },
    {
      phase: 2,
      name: 'Offices without finance',
      night: 'Thursday',
      steps: [
        'Last copy of the difference',
        'Set the old shares read-only',
        'Switch the names',
        'Key users open their folders at 06:30',
      ],
    },
    {
      phase: 3,
      name: 'Finance',
      night: 'Friday',
      steps: [
        'Compare permissions folder by folder',
        'Last copy of the difference',
        'Switch the names',
        'Finance opens the close folder at 08:00',
      ],
    },
  ],
  rule: 'No phase starts while an incident of the phase before is open.',
}

export const fileShares: readonly Story[] = [
  {
    key: 'file-shares-move',
    title: 'Move the file shares to the new storage in three nights',
    type: 'normal',
    risk: 'moderate',
    state: 'closed',
    services: ['file-shares', 'backup'],
    team: 'Storage and Backup',
    assignee: 'Anneke Dekker',
    requester: 'Mirela Stan',
    planned: { weeksAgo: 18, day: 'wed', at: '20:00', minutes: 3480 },
    actual: { minutes: 2100 },
    plan: migrationPlan,
    riskAssessment: {
      likelihood: 'medium',
      impact: 'medium',
      risks: {
        permissions: 'Inherited rights are rebuilt by the copy tool; broken inheritance is kept as it is',
        open_files: 'Files held open at night are listed and copied last',
        backup: 'The first full backup of the new shares takes 30 hours',
      },
    },
    backout: {
      per_phase: ['Switch the names back', 'Make the old shares writable', 'Copy back what was written since'],
      minutes_per_phase: 40,
    },
    incidents: [
      {
        key: 'planning',
        text: 'Planning team in Turin: access denied to the season folder',
        priority: 3,
        after: 2220,
        lasts: 260,
        service: 'file-shares',
        linked: true,
        reason: 'Explicit rights below a folder with broken inheritance were lost by the copy.',
      },
      {
        key: 'personnel',
        text: 'HR: interns can open the folder with contract drafts',
        priority: 2,
        after: 2290,
        lasts: 45,
        service: 'file-shares',
        reason: 'The other side of the same fault: a deny entry was lost. Nobody had opened a file.',
      },
      {
        key: 'previous-versions',
        text: 'Previous versions tab is empty on all shares',
        priority: 4,
        after: 2500,
        lasts: 1600,
        service: 'file-shares',
        reason: 'The snapshot schedule was made per volume on the old storage and was not carried over.',
      },
    ],
    review: {
      outcome: 'partially_successful',
      afterDays: 6,
      reviewer: 'Noor Haddad',
      signedOffBy: 'Paolo Ferrand',
      because:
        'Phases 1 and 2 are moved. Phase 3, finance, was not started, as the plan’s own rule asks, because rights had been lost in phase 2. The finance share stays on the old storage until the copy of rights is proven.',
      deviations: [
        { step: 'Compare permissions folder by folder', result: 'skipped', note: 'Phase 3 not started.' },
        { step: 'Finance opens the close folder', result: 'skipped', note: 'Phase 3 not started.' },
        {
          step: 'Key users open their folders',
          result: 'deviated',
          note: 'Two of nine key users were on leave; the planning folder was theirs.',
        },
      ],
      risk: {
        verdict: 'too_low',
        missed:
          'A lost deny entry opens a folder silently. It was rated as a nuisance and is a matter of data protection.',
      },
    },
    improvements: [
      {
        title: 'Compare permissions of old and new shares by script before names are switched',
        description:
          'Export explicit entries of every folder on both sides, sort, compare; any difference stops the phase.',
        owner: 'Anneke Dekker',
        category: 'testing',
        priority: 'high',
        status: 'done',
        dueWeeks: 4,
      },
      {
        title: 'Put snapshot schedules into configuration management',
        description: 'Schedules were set by hand on the old storage, by three people over six years.',
        owner: 'Mirela Stan',
        category: 'automation',
        priority: 'medium',
        status: 'in_progress',
        dueWeeks: 12,
      },
    ],
    lessons: [
      {
        title: 'Permissions are data: compare them like data',
        polarity: 'negative',
        category: 'testing',
        subcategory: 'migration',
        tags: ['permissions', 'migration', 'data protection'],
        technologies: ['smb', 'acl'],
        context: 'File shares moved to new storage in three nightly phases ({change}).',
        happened:
          'Contents were compared by checksum and complete. Permissions were sampled. Folders with broken inheritance lost explicit entries: some people could not get in ({incident:planning}), others could where they must not ({incident:personnel}).',
        lesson:
          'Who may read a file matters as much as what is in it, and only one of the two complains. Samples find what is frequent; the fault was rare and serious.',
        recommendations: [
          'Export every explicit entry on both sides and compare all of them.',
          'Treat a lost deny entry as a stop, not as a finding for later.',
          'Invite deputies of the key users to the morning check.',
        ],
      },
      {
        title: 'A stop rule between phases limited the damage',
        polarity: 'positive',
        category: 'planning',
        subcategory: 'phases',
        tags: ['phases', 'stop rule', 'migration'],
        technologies: ['smb'],
        context:
          'The plan of the file share migration said: no phase starts while an incident of the phase before is open ({change}).',
        happened:
          'On Friday two incidents were open and the team was eager to finish. The written rule settled it without a debate, and finance, in the week of the close, was not touched.',
        lesson: 'A rule that is agreed on in daylight is stronger than judgement at the end of a third night.',
        recommendations: [
          'Give every phased plan one sentence that says when the next phase does not start.',
          'Put the part with the least tolerance last.',
        ],
      },
    ],
  },
  {
    key: 'finance-share',
    title: 'Move the finance share to the new storage (third phase)',
    type: 'normal',
    risk: 'moderate',
    state: 'implement',
    services: ['file-shares', 'erp-finance'],
    team: 'Storage and Backup',
    assignee: 'Anneke Dekker',
    requester: 'Katrin Aigner',
    planned: { daysAgo: 1, at: '21:00', minutes: 660 },
    actual: { minutes: 660 },
    plan: {
      follows: '{change:file-shares-move}, phase 3',
      checks_before: [
        { check: 'Explicit permission entries, old against new', expected: 'no difference in 41,280 entries' },
        { check: 'Month’s close finished', expected: 'confirmed by finance' },
      ],
      steps: [
        'Last copy of the difference',
        'Switch the names',
        'Compare permissions again',
        'Finance opens the close folder at 08:00',
      ],
      checks_after: [{ check: 'Previous versions visible', expected: 'hourly for the last day' }],
    },
    riskAssessment: {
      likelihood: 'low',
      impact: 'high',
      lessons_read: ['Permissions are data: compare them like data'],
    },
    backout: {
      steps: ['Switch the names back', 'Make the old share writable', 'Copy back what was written since'],
      minutes: 40,
    },
  },
]
