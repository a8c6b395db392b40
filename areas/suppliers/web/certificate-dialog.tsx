import { useState } from 'react'
import { certificateKinds, supplier } from '#areas/suppliers/contract/supplier.ts'
import type { Reference } from '#kit/contract/field.ts'
import { saveRow } from '#kit/web/api/save-row.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useOptions } from '#kit/web/kinds/options.ts'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { certificatesOf } from './certificates-tab.tsx'
import type { Supplier } from './presentation.tsx'

const shownAs = ({ identifier, name }: Reference) => (identifier ? `${identifier} ${name}` : name)

/** A certificate: of which kind, shown by which evidence, for what. */
export function CertificateDialog({ row, onClose }: { readonly row: Supplier; readonly onClose: () => void }) {
  const t = useWords('suppliers')
  const kit = useWords('kit')
  const [kind, setKind] = useState<string | null>('ISO_27001')
  const [proof, setProof] = useState<string | null>(null)
  const [scope, setScope] = useState('')
  const [text, setText] = useState('')
  const { options, more, busy, failed } = useOptions('evidence', text, true)
  const send = async () =>
    (
      await saveRow<Supplier>(`/${supplier.name}/${row.id}`, row, {
        certificates: [...certificatesOf(row), { kind, evidence: proof === null ? null : Number(proof), scope: scope.trim() || null }],
      })
    ).message
  return (
    <FormDialog title={t('children.add_certificate')} action={kit('actions.save')} complete={kind !== null} send={send} onClose={onClose}>
      <Select
        label={t('entities.supplier.fields.kind')}
        options={certificateKinds.map((value) => ({ value, label: t(`entities.supplier.choices.kind.${value}`) }))}
        value={kind}
        onChange={setKind}
      />
      <Select
        label={t('entities.supplier.fields.evidence')}
        help={t('children.no_certificates_text')}
        options={options.map((one) => namedOption(one.id, shownAs(one)))}
        value={proof}
        onChange={setProof}
        onSearch={setText}
        more={more}
        loading={busy}
        failed={failed}
      />
      <TextInput label={t('entities.supplier.fields.scope')} maxLength={255} value={scope} onChange={(event) => setScope(event.target.value)} />
    </FormDialog>
  )
}
