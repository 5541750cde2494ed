'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { Settings } from '#lib/contracts/app/settings.ts'
import { settingSections } from './sections.ts'
import { SettingsSection } from './settings-section.tsx'

/** The sections of the settings. Saving one refreshes the page around them, which may show its values. */
export function SettingsSections({ settings }: { settings: Settings }) {
  const router = useRouter()
  const [current, setCurrent] = useState(settings)
  return (
    <div className="flex flex-col gap-6">
      {settingSections.map((section) => (
        <SettingsSection
          key={section.id}
          section={section}
          settings={current}
          onSaved={(saved) => {
            setCurrent(saved)
            router.refresh()
          }}
        />
      ))}
    </div>
  )
}
