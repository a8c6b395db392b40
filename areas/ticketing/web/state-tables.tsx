import { ArrowRight, Info } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import type { Option } from '#kit/web/ui/option.ts'
import { Block } from '#kit/web/ui/page.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { WholeJoin } from '#areas/ticketing/contract/calls.ts'
import { ownStates, toldStates, type StateTable } from '#areas/ticketing/contract/tables.ts'
import { OwnState, ToolTag, useOwnNames, useToolNames } from './own-state.tsx'
import css from './tickets.module.css'

interface StateTablesProps {
  readonly join: WholeJoin
  readonly service: string
  readonly changes: boolean
  readonly onSave: (some: { readonly sends: StateTable; readonly takes: StateTable }) => Promise<boolean>
}

/** A table for each direction, each state of its left side once; it is saved once every one has a target. */
export function StateTables({ join, service, changes, onSave }: StateTablesProps) {
  const t = useWords('ticketing')
  const kit = useWords('kit')
  const own = useOwnNames(join.kind)
  const tool = useToolNames()
  const [sends, setSends] = useState<StateTable>(join.sends)
  const [takes, setTakes] = useState<StateTable>(join.takes)
  const [busy, setBusy] = useState(false)
  const ours = ownStates[join.kind]
  const told = toldStates(join.states)
  const targets = join.states.map((state) => ({ value: state.id, label: tool(state) }))
  const states = ours.map((state) => ({ value: state, label: own(state) }))
  const whole = ours.every((state) => sends[state] !== undefined) && told.every(({ id }) => takes[id] !== undefined)
  const draft = JSON.stringify([sends, takes])
  const changed = draft !== JSON.stringify([join.sends, join.takes])
  const save = async () => {
    setBusy(true)
    await onSave({ sends, takes })
    setBusy(false)
  }
  const back = () => {
    setSends(join.usual.sends)
    setTakes(join.usual.takes)
  }
  return (
    <Block
      title={t('states')}
      sub={t('states_text')}
      aside={
        changes && draft !== JSON.stringify([join.usual.sends, join.usual.takes]) ? (
          <Button variant="link" onClick={back}>
            {t('back_to_default')}
          </Button>
        ) : null
      }
    >
      <div className={css.tables}>
        <Stack gap={6} role="group" aria-label={t('ours_to', { service })}>
          <Text as="h3" size={12} weight={600}>
            {t('ours_to', { service })}
          </Text>
          {ours.map((state) => (
            <Line
              key={state}
              left={<OwnState kind={join.kind} state={state} />}
              name={own(state)}
              options={targets}
              value={sends[state]}
              changes={changes}
              onChange={(target) => setSends({ ...sends, [state]: target })}
            />
          ))}
        </Stack>
        <Stack gap={6} role="group" aria-label={t('to_ours', { service })}>
          <Text as="h3" size={12} weight={600}>
            {t('to_ours', { service })}
          </Text>
          {told.map((state) => (
            <Line
              key={state.id}
              left={<ToolTag name={state.name} />}
              name={state.name}
              options={states}
              value={takes[state.id]}
              changes={changes}
              onChange={(target) => setTakes({ ...takes, [state.id]: target })}
            />
          ))}
        </Stack>
      </div>
      <Row gap={8} above={12} padX={12} padY={8} edge="all" corner={6} fill="subtle">
        <Info size={14} aria-hidden />
        <Text grow narrows>
          {t(`notes.${join.kind}`)}
        </Text>
      </Row>
      {changes && (changed || !whole) ? (
        <Row gap={12} align="center" above={12} wrap>
          <Button variant="primary" loading={busy} disabled={!whole} onClick={() => void save()}>
            {kit('actions.save')}
          </Button>
          {whole ? null : (
            <Text tone="warn" role="status">
              {t('every_state')}
            </Text>
          )}
        </Row>
      ) : null}
    </Block>
  )
}

interface LineProps {
  readonly left: ReactNode
  readonly name: string
  readonly options: readonly Option[]
  readonly value: string | undefined
  readonly changes: boolean
  readonly onChange: (value: string) => void
}

function Line({ left, name, options, value, changes, onChange }: LineProps) {
  const t = useWords('ticketing')
  return (
    <div className={css.line}>
      <span>{left}</span>
      <ArrowRight size={13} aria-hidden />
      {changes ? (
        <Select
          aria-label={t('means', { state: name })}
          placeholder={t('choose')}
          value={value ?? null}
          options={options}
          onChange={(next) => {
            if (next !== null) onChange(next)
          }}
        />
      ) : (
        <Text>{options.find((option) => option.value === value)?.label ?? t('nothing')}</Text>
      )}
    </div>
  )
}
