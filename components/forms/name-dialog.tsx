'use client'
/** Names something of the provider's for everyone in the environment, and says who named it. */
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '@/components/ui/dialog'
import { announce } from '@/components/ui/focus'
import { Time } from '@/components/ui/time'
import type { PresetKind } from '@/lib/api/intents'
import { presetsQuery } from '@/lib/browser/intents'
import { SaveField, usePresetChanges } from './fields'
import { useFormPage } from './form-context'

type NameDialogProps = {
  kind: Extract<PresetKind, 'profile' | 'account'>
  id: string
  saved?: string
  onClosed: () => void
}

export default function NameDialog({ kind, id, saved, onClosed }: NameDialogProps) {
  const { environment } = useFormPage()
  const { savePreset, deletePreset } = usePresetChanges(kind)
  const presets = useQuery({ ...presetsQuery(environment, kind), staleTime: 60_000, retry: false })
  const preset = presets.data?.find(({ key }) => key === id)

  async function save(name: string) {
    if (name === '' && !saved) return 'Enter a name.'
    const problem = await (name === '' ? deletePreset(id) : savePreset(id, name))
    if (problem) return problem
    announce(name === '' ? 'Name removed' : 'Name saved')
    onClosed()
  }

  return (
    <Dialog title={saved ? `Rename this ${kind}` : `Name this ${kind}`} shape="narrow" onClosed={onClosed}>
      <SaveField
        label={`Name for this ${kind}`}
        hint={`Everyone in this environment sees it.${saved ? ' Clear it to remove the name.' : ''}`}
        action="Save name"
        defaultValue={saved}
        onSave={save}
        onCancel={onClosed}
      />
      {preset?.person && (
        <p className="mt-3 text-sm text-ink-3">
          Named by {preset.person}, <Time value={preset.at} withZone />
        </p>
      )}
    </Dialog>
  )
}
