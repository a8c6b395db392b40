import { useState } from 'react'
import type { solutionsFromMapping } from '#areas/policies/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useOptions } from '#kit/web/kinds/options.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { attempt } from './attempt.ts'
import type { Policy } from './policy-rows.ts'

/** Takes the measure models of another framework, through a mapping between the two. */
export function MappingDialog({ policy, onClose }: { readonly policy: Policy; readonly onClose: () => void }) {
  const t = useWords('policies')
  const kit = useWords('kit')
  const [chosen, setChosen] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const [saving, setSaving] = useState(false)
  const { options, busy } = useOptions('mapping_set', search, true)
  const take = async () => {
    setSaving(true)
    const done = await attempt(() =>
      api.call<typeof solutionsFromMapping>('POST /policy/{id}/solutions_from_mapping', { params: { id: policy.id }, body: { mapping_set: Number(chosen) } }),
    )
    setSaving(false)
    if (done) onClose()
  }
  return (
    <Modal
      title={t('actions.solutions_from_mapping')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" disabled={chosen === null} loading={saving} onClick={() => void take()}>
            {kit('actions.apply')}
          </Button>
        </>
      }
    >
      <Text as="p" apart>
        {t('mapping.text')}
      </Text>
      <Select
        label={t('mapping.set')}
        value={chosen}
        onChange={setChosen}
        onSearch={setSearch}
        loading={busy}
        options={options.map((option) => ({ value: String(option.id), label: option.name }))}
      />
    </Modal>
  )
}
