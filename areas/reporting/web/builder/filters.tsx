import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { Filter } from '#kit/contract/list-query.ts'
import { periods, countsDays, type PeriodName } from '#kit/contract/period.ts'
import type { Ask, OfferedFilter } from '#kit/contract/source.ts'
import { MultiSelect, Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { EntityChoice } from './entity-choice.tsx'
import css from './builder.module.css'

interface FiltersProps {
  readonly ask: Ask
  readonly offered: readonly OfferedFilter[]
  readonly onAsk: (changes: Partial<Ask>) => void
}

/** The filters of a block, as its list has them: each by the control that suits its field. */
export function Filters({ ask, offered, onAsk }: FiltersProps) {
  const t = useWords('reporting')
  // One that was just added keeps nothing away yet, and so is not asked.
  const [added, setAdded] = useState<readonly string[]>([])
  const shown = [...new Set([...ask.filters.map(({ name }) => name), ...added])]
  const valueOf = (name: string) => ask.filters.find((filter) => filter.name === name)?.selected_options ?? []
  const set = (name: string, selected_options: Filter['selected_options']) => {
    const others = ask.filters.filter((filter) => filter.name !== name)
    onAsk({ filters: selected_options.length === 0 ? others : [...others, { name, selected_options }] })
  }
  const drop = (name: string) => {
    setAdded(added.filter((one) => one !== name))
    set(name, [])
  }
  return (
    <Stack gap={8}>
      <Row align="center" spread="between">
        <Text size={12} weight={550} tone="soft">
          {t('builder.filters')}
        </Text>
        <Menu
          label={t('builder.add_filter')}
          trigger={(trigger) => (
            <Button size="sm" variant="subtle" icon={<Plus size={13} aria-hidden />} {...trigger}>
              {t('builder.add_filter')}
            </Button>
          )}
        >
          <div className={css.offered}>
            {offered
              .filter(({ name }) => !shown.includes(name))
              .map(({ name, label }) => (
                <MenuItem key={name} onSelect={() => setAdded([...added, name])}>
                  {label}
                </MenuItem>
              ))}
          </div>
        </Menu>
      </Row>
      {shown.map((name) => {
        const filter = offered.find((one) => one.name === name)
        return filter ? (
          <Row key={name} align="end" gap={4}>
            <div className={css.grow}>
              <FilterControl filter={filter} value={valueOf(name)} onChange={(value) => set(name, value)} />
            </div>
            <IconButton size="sm" label={t('builder.remove_filter', { name: filter.label })} onClick={() => drop(name)}>
              <X size={14} />
            </IconButton>
          </Row>
        ) : null
      })}
    </Stack>
  )
}

interface ControlProps {
  readonly filter: OfferedFilter
  readonly value: Filter['selected_options']
  readonly onChange: (value: Filter['selected_options']) => void
}

const isRange = (option: Filter['selected_options'][number]): option is { from?: string | number; to?: string | number } =>
  typeof option === 'object' && option !== null && ('from' in option || 'to' in option)

function FilterControl({ filter, value, onChange }: ControlProps) {
  const t = useWords('reporting')
  const kit = useWords('kit')
  const { control, label, entity, options } = filter
  switch (control) {
    case 'options':
      return (
        <MultiSelect
          label={label}
          value={value.map(String)}
          options={options.map((option) => ({ value: String(option.value), label: option.label }))}
          onChange={(next) => onChange(options.filter((option) => next.includes(String(option.value))).map((option) => option.value))}
        />
      )
    case 'entity':
      return (
        <EntityChoice
          label={label}
          entity={entity ?? ''}
          many
          needed={false}
          value={value.filter((one) => typeof one === 'number')}
          onChange={(next) => onChange(Array.isArray(next) ? next : [])}
        />
      )
    case 'period': {
      const [first] = value
      const chosen = typeof first === 'object' && first !== null && 'period' in first ? first.period : null
      return (
        <Select
          label={label}
          clearable
          placeholder={t('builder.choose')}
          value={chosen}
          options={periods.filter((one) => !countsDays(one)).map((one) => ({ value: one, label: kit(`periods.${one}`, { days: 0 }) }))}
          onChange={(next) => onChange(next === null ? [] : [{ period: next as PeriodName }])}
        />
      )
    }
    case 'range': {
      const range = value.find(isRange) ?? {}
      const bound = (text: string) => (text.trim() === '' || !Number.isFinite(Number(text.replace(',', '.'))) ? undefined : Number(text.replace(',', '.')))
      const put = (changes: { from?: number | undefined; to?: number | undefined }) => {
        const next = { ...range, ...changes }
        const kept = { ...(next.from !== undefined && { from: next.from }), ...(next.to !== undefined && { to: next.to }) }
        onChange(Object.keys(kept).length === 0 ? [] : [kept])
      }
      return (
        <Row gap={8}>
          <TextInput
            label={`${label}: ${t('builder.from')}`}
            inputMode="decimal"
            defaultValue={String(range.from ?? '')}
            onBlur={(event) => put({ from: bound(event.target.value) })}
          />
          <TextInput
            label={t('builder.to')}
            inputMode="decimal"
            defaultValue={String(range.to ?? '')}
            onBlur={(event) => put({ to: bound(event.target.value) })}
          />
        </Row>
      )
    }
    case 'text': {
      const [first] = value
      const text = typeof first === 'object' && first !== null && 'text' in first ? first.text : ''
      return (
        <TextInput
          label={`${label}: ${t('builder.contains')}`}
          defaultValue={text}
          onBlur={(event) => onChange(event.target.value.trim() === '' ? [] : [{ text: event.target.value.trim() }])}
        />
      )
    }
  }
}
