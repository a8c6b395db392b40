import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { roles, type Role } from '#kit/contract/right.ts'
import { failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useNamed } from '#kit/web/kinds/options.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { Box, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { usePhone } from '#kit/web/ui/use-width.ts'
import type { GivenRoles, ScimEffect, ScimGroup } from '#areas/scim/contract/calls.ts'
import type { Mapping } from '#areas/scim/contract/connection.ts'
import { lasts, type Connection } from './connection-acts.ts'
import { Effect } from './effect.tsx'
import { emptyMapping, MappingDialog } from './mapping-dialog.tsx'
import { roleName } from './role-names.ts'
import { saveOne, tryOne, useScimGroups } from './scim-api.ts'
import css from './scim.module.css'

interface Tried {
  readonly draft: string
  readonly effect: ScimEffect
}

interface Editing {
  /** Its place among the mappings; none for one more. */
  readonly at: number | undefined
  readonly mapping: Mapping
}

/** What groups and values give here: changed as a draft, tried, then saved. Reading it is for every screen, changing it for larger ones. */
export function Mappings({ row }: { readonly row: Connection }) {
  const t = useWords('scim')
  const isPhone = usePhone()
  const groups = useScimGroups(row.id)
  const [mappings, setMappings] = useState<readonly Mapping[]>(row.mappings ?? [])
  const [usual, setUsual] = useState<Role | null>(row.default_role ?? null)
  const [invites, setInvites] = useState(row.invites)
  const [editing, setEditing] = useState<Editing>()
  const [tried, setTried] = useState<Tried>()
  const [busy, setBusy] = useState(false)
  const mayChange = !isPhone && lasts(row)
  const given: GivenRoles = { mappings: mappings.map((one) => ({ ...one, perimeters: [...one.perimeters] })), default_role: usual }
  const draft = JSON.stringify([given, invites])
  const saved = JSON.stringify([{ mappings: row.mappings ?? [], default_role: row.default_role ?? null }, row.invites])
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    await work().catch((reason: unknown) => toast.error(failureText(reason)))
    setBusy(false)
  }
  const tryOut = () => run(async () => setTried({ draft, effect: (await tryOne(row.id, given)).object }))
  const save = (trial: boolean) =>
    run(async () => {
      const { message } = await saveOne(row.id, { ...given, trial, invites, version: row.version })
      toast.success(message ?? '')
      await renewed()
    })
  return (
    <div className={css.columns}>
      <Block
        title={t('mappings.title')}
        sub={t('mappings.rule')}
        aside={
          mayChange ? (
            <Button icon={<Plus size={14} aria-hidden />} onClick={() => setEditing({ at: undefined, mapping: emptyMapping() })}>
              {t('mappings.add')}
            </Button>
          ) : null
        }
      >
        {groups.error ? <ErrorState reason={groups.error} onRetry={() => void groups.refetch()} /> : null}
        {!groups.data && !groups.error ? <SkeletonRows count={4} /> : null}
        {groups.data ? (
          <List
            groups={groups.data}
            mappings={mappings}
            saved={row.mappings ?? []}
            onEdit={mayChange ? setEditing : undefined}
            onRemove={mayChange ? (at) => setMappings(mappings.filter((_, n) => n !== at)) : undefined}
          />
        ) : null}
        <Box above={12}>
          {mayChange ? (
            <Stack gap={12}>
              <Select
                label={t('mappings.default_role')}
                clearable
                placeholder={t('mappings.waits')}
                value={usual}
                options={roles.filter((one) => !one.startsWith('local')).map((one) => ({ value: one, label: roleName(one, t) }))}
                onChange={(role) => setUsual(role as Role | null)}
              />
              <Checkbox label={t('connection.invites')} checked={invites} onChange={(event) => setInvites(event.target.checked)} />
            </Stack>
          ) : (
            <Text as="p" tone="quiet">
              {isPhone ? t('mappings.larger') : null}
            </Text>
          )}
        </Box>
      </Block>
      {mayChange ? (
        <Effect
          effect={tried?.draft === draft ? tried.effect : undefined}
          busy={busy}
          trial={row.trial}
          changed={draft !== saved}
          onTry={() => void tryOut()}
          onSave={(trial) => void save(trial)}
        />
      ) : null}
      {editing ? (
        <MappingDialog
          mapping={editing.mapping}
          isNew={editing.at === undefined}
          onClose={() => setEditing(undefined)}
          onKeep={(next) => {
            setMappings(editing.at === undefined ? [...mappings, next] : mappings.map((one, n) => (n === editing.at ? next : one)))
            setEditing(undefined)
          }}
        />
      ) : null}
    </div>
  )
}

interface ListProps {
  readonly groups: readonly ScimGroup[]
  readonly mappings: readonly Mapping[]
  readonly saved: readonly Mapping[]
  readonly onEdit: ((editing: Editing) => void) | undefined
  readonly onRemove: ((at: number) => void) | undefined
}

const isFor = ({ source, value }: Mapping, { name }: ScimGroup) => source === 'GROUP' && value.toLowerCase() === name.toLowerCase()

/** Each mapping, then the groups that came and give nothing yet. */
function List({ groups, mappings, saved, onEdit, onRemove }: ListProps) {
  const t = useWords('scim')
  const places = useNamed('perimeter', [...new Set(mappings.flatMap(({ perimeters }) => perimeters))], true)
  const kept = new Set(saved.map((one) => JSON.stringify(one)))
  const loose = groups.filter((group) => !mappings.some((one) => isFor(one, group)))
  if (mappings.length + loose.length === 0)
    return (
      <Text as="p" tone="quiet">
        {t('mappings.none')}
      </Text>
    )
  const whereOf = ({ role, perimeters, place }: Mapping) => {
    const named = perimeters.flatMap((id) => places.find((one) => one.id === id)?.name ?? [])
    const own = place === null ? [] : [t('mappings.own_place', { attribute: t(`mappings.places.${place}`) })]
    const all = [...named, ...own]
    return all.length > 0 ? all.join(', ') : role.startsWith('global') ? t('mappings.everywhere') : ''
  }
  return (
    <ul>
      {mappings.map((one, at) => (
        <Row as="li" className={css.mapping} key={`${one.source} ${one.value} ${one.role} ${at}`} edge="soft-above" padY={8}>
          <Name title={one.value} group={one.source === 'GROUP' ? groups.find((group) => isFor(one, group)) : undefined} source={one} />
          <span>{roleName(one.role, t)}</span>
          <span className={css.wide}>{whereOf(one)}</span>
          <Row gap={4} align="center">
            {kept.has(JSON.stringify(one)) ? null : (
              <StatusBadge tone="warning" glyph="dots">
                {t('mappings.not_saved')}
              </StatusBadge>
            )}
            {onEdit ? (
              <IconButton label={t('mappings.edit', { name: one.value })} onClick={() => onEdit({ at, mapping: one })}>
                <Pencil size={14} />
              </IconButton>
            ) : null}
            {onRemove ? (
              <IconButton label={t('mappings.remove', { name: one.value })} onClick={() => onRemove(at)}>
                <Trash2 size={14} />
              </IconButton>
            ) : null}
          </Row>
        </Row>
      ))}
      {loose.map((group) => (
        <Row as="li" className={css.mapping} key={group.id} edge="soft-above" padY={8}>
          <Name title={group.name} group={group} />
          <Text tone="quiet">{t('mappings.unmapped')}</Text>
          <span />
          {onEdit ? (
            <IconButton label={t('mappings.edit', { name: group.name })} onClick={() => onEdit({ at: undefined, mapping: emptyMapping(group.name) })}>
              <Plus size={14} />
            </IconButton>
          ) : (
            <span />
          )}
        </Row>
      ))}
    </ul>
  )
}

function Name({ title, group, source }: { readonly title: string; readonly group: ScimGroup | undefined; readonly source?: Mapping }) {
  const t = useWords('scim')
  const told = group
    ? [t('mappings.people', { count: group.people }), ...(group.waiting > 0 ? [t('mappings.waiting', { count: group.waiting })] : [])].join(', ')
    : source && source.source !== 'GROUP'
      ? t(`mappings.sources.${source.source}`)
      : t('mappings.not_come')
  return (
    <span className={css.wide}>
      <Text as="p" weight={550}>
        {title}
      </Text>
      <Text as="p" size={12} tone="quiet">
        {told}
      </Text>
    </span>
  )
}
