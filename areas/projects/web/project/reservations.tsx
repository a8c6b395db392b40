import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { remediation } from '#areas/actions/contract/remediation.ts'
import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import type { Project } from '#areas/projects/web/presentation.tsx'
import { useRows } from '#areas/projects/web/use-rows.ts'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import css from './project.module.css'

export interface NewReservation {
  readonly key: number
  readonly name: string
  readonly day: string
}

interface ReservationsProps {
  readonly row: Project
  readonly chosen: readonly number[]
  readonly onChoose: (ids: readonly number[]) => void
  readonly more: readonly NewReservation[]
  readonly onMore: (more: readonly NewReservation[]) => void
}

/** Dated actions of the project that are open, and new ones. */
export function Reservations({ row, chosen, onChoose, more, onMore }: ReservationsProps) {
  const t = useWords('projects')
  const format = useFormat()
  const [name, setName] = useState('')
  const [day, setDay] = useState<string | null>(null)
  const { data } = useRows(
    remediation,
    [
      { name: 'project', selected_options: [row.id] },
      { name: 'closed', selected_options: [false] },
    ],
    'target_date',
  )
  const dated = (data?.objects ?? []).filter(({ target_date: due }) => due !== null)
  const add = () => {
    if (name.trim() === '' || day === null) return
    onMore([...more, { key: (more.at(-1)?.key ?? 0) + 1, name: name.trim(), day }])
    setName('')
    setDay(null)
  }
  return (
    <Grid as="fieldset" gap={4} className={css.reservations}>
      <legend>
        {t('decide.reservations')} <em>{t('decide.must_be_dated')}</em>
      </legend>
      {dated.length === 0 && more.length === 0 ? <p className={css.soft}>{t('decide.no_actions')}</p> : null}
      {dated.map(({ id, identifier, name: called, target_date: due }) => (
        <Row key={id} gap={8} align="center" className={css.reservation}>
          <Checkbox
            label={`${identifier ?? ''} ${called ?? ''}`}
            checked={chosen.includes(id)}
            onChange={(event) => onChoose(event.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
          <time>{format.date(due)}</time>
        </Row>
      ))}
      {more.map((one) => (
        <Row key={one.key} gap={8} align="center" className={css.reservation}>
          <span>{one.name}</span>
          <time>{format.date(one.day)}</time>
          <IconButton size="sm" label={t('decide.remove', { name: one.name })} onClick={() => onMore(more.filter(({ key }) => key !== one.key))}>
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </Row>
      ))}
      <Grid gap={8} align="end" className={css.newReservation}>
        <TextInput label={t('decide.new_name')} value={name} maxLength={500} onChange={(event) => setName(event.currentTarget.value)} />
        <DateInput label={t('decide.new_date')} value={day} onChange={setDay} min={dayOf()} clearable />
        <Button icon={<Plus size={14} aria-hidden />} disabled={name.trim() === '' || day === null} onClick={add}>
          {t('decide.add')}
        </Button>
      </Grid>
    </Grid>
  )
}
