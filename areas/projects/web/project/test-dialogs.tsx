import { useState } from 'react'
import { gapRegister } from '#areas/gaps/contract/gap-register.ts'
import { ispProject } from '#areas/projects/contract/isp-project.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { childContext, fieldsOf } from '#kit/web/kinds/rows.tsx'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import type { Project } from '#areas/projects/web/presentation.tsx'
import { useRows } from '#areas/projects/web/use-rows.ts'
import { FieldInput } from './field-inputs.tsx'
import { openGapOf } from './project-api.ts'
import { saveTests, type SecurityTest } from './tests-tab.tsx'
import css from './project.module.css'

interface TestDialogProps {
  readonly row: Project
  readonly test?: SecurityTest
  readonly onClose: () => void
}

/** A test that is planned, or what came of one. */
export function TestDialog({ row, test, onClose }: TestDialogProps) {
  const t = useWords('projects')
  const kit = useWords('kit')
  const context = useFieldContexts(ispProject)('tests')
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() => ({ ...test, kind: test?.kind ?? 'OTHER' }))
  const send = async () => {
    await saveTests(row, test ? row.tests.map((one) => (one.id === test.id ? values : one)) : [...row.tests, values])
    return kit('messages.saved')
  }
  const complete = typeof values.name === 'string' && values.name.trim() !== ''
  return (
    <FormDialog title={test?.name ?? t('tests.add')} action={kit('actions.save')} complete={complete} send={send} onClose={onClose}>
      <div className={css.dialog}>
        {fieldsOf(ispProject.fields.tests).map(([name, field]) => (
          <FieldInput
            key={name}
            context={childContext(context, name, field)}
            value={values[name]}
            onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
          />
        ))}
      </div>
    </FormDialog>
  )
}

/** Into which register what it found goes. */
export function GapDialog({ row, test, onClose }: Required<TestDialogProps>) {
  const t = useWords('projects')
  const { data } = useRows(gapRegister, [{ name: 'archived', selected_options: [false] }], 'name')
  const [chosen, setChosen] = useState<string | null>(null)
  const options = (data?.objects ?? []).map(({ id, name }) => ({ value: String(id), label: name ?? '' }))
  const register = chosen ?? options[0]?.value ?? null
  return (
    <FormDialog
      title={t('tests.open_gap')}
      action={t('tests.open_gap')}
      complete={register !== null}
      send={() => openGapOf(row, test.id, Number(register))}
      onClose={onClose}
    >
      <div className={css.dialog}>
        <p>{t('tests.gap_text', { name: test.name ?? '' })}</p>
        <Select label={t('tests.register')} required value={register} onChange={setChosen} options={options} />
      </div>
    </FormDialog>
  )
}
