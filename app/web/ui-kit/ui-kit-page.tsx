import { ChevronDown, Copy, Pencil, Plus, Search, Settings, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { languages } from '#kit/contract/catalogue.ts'
import { dayAfter } from '#kit/contract/day-after.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { chooseLanguage, useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Avatar, CustomerMark } from '#kit/web/ui/avatar.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Checkbox, Switch } from '#kit/web/ui/check.tsx'
import { chooseColorScheme, useColorScheme } from '#kit/web/ui/color-scheme.ts'
import { askToSave, confirm } from '#kit/web/ui/confirm.ts'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { FileDrop } from '#kit/web/ui/file-drop.tsx'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { Level } from '#kit/web/ui/level.tsx'
import { DueDate, Progress, ScoreBar, Sparkline, Trend } from '#kit/web/ui/marks.tsx'
import { levelColors } from '#kit/web/ui/level-color.ts'
import { Menu, MenuGroup, MenuItem } from '#kit/web/ui/menu.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { BlockGrid, Facts, Page, PageHeading, PageToolbar, Spring } from '#kit/web/ui/page.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { MultiSelect, Select } from '#kit/web/ui/select.tsx'
import { EmptyState, ErrorState, Skeleton, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge, Tag } from '#kit/web/ui/status-badge.tsx'
import { looks } from '#kit/web/ui/status-looks.ts'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { PasswordInput, TextArea, TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './ui-kit-page.module.css'
import { Drawings } from './drawings.tsx'
import { Sample } from './sample.tsx'

const tokens = [
  'canvas',
  'surface',
  'subtle',
  'raised',
  'hover',
  'active',
  'selected',
  'line',
  'line-strong',
  'text',
  'text-2',
  'text-3',
  'accent',
  'accent-bg',
  'ok',
  'ok-bg',
  'warn',
  'warn-bg',
  'bad',
  'bad-bg',
  'mute',
  'mute-bg',
  'c1',
  'c2',
  'c3',
  'c4',
  'c5',
  'c6',
] as const
const buttons = ['primary', 'default', 'subtle', 'link', 'danger'] as const
const sizes = ['sm', 'md', 'lg'] as const
const steps = ['one', 'two', 'three'] as const
const inDays = (count: number) => dayAfter(dayOf(), count)

const Shown = ({ children }: { readonly children: ReactNode }) => (
  <Row wrap align="center" gap={8} padY={6}>
    {children}
  </Row>
)

/** Every component of the kit in its states, for whoever builds pages; development alone has it (NAV-36). */
export function UiKitPage() {
  const scheme = useColorScheme()
  const language = useLanguage()
  const words = useWords('kit')
  return (
    <>
      <main className={css.main}>
        <Page canvas>
          <PageToolbar>
            <PageHeading title={'kit/web/ui'} />
            <Spring />
            <Segmented
              label="lang"
              value={language}
              onChange={(to) => void chooseLanguage(to)}
              options={languages.map((value) => ({ value, label: words(`language.${value}`) }))}
            />
            <Switch label="dark" checked={scheme === 'dark'} onChange={(event) => chooseColorScheme(event.currentTarget.checked ? 'dark' : 'light')} />
          </PageToolbar>
          <BlockGrid>
            <Sample of="tokens.css" span={12}>
              <Shown>
                {tokens.map((token) => (
                  <Row key={token} as="span" inline align="center" gap={6} tone="soft" size={11} className={css.swatch}>
                    <span style={{ background: `var(--${token})` }} />
                    {token}
                  </Row>
                ))}
              </Shown>
            </Sample>
            <Acting />
            <Marking />
            <Filling />
            <Opening />
            <Standing />
            <Drawings />
          </BlockGrid>
        </Page>
      </main>
    </>
  )
}

function Acting() {
  const words = useWords('kit')
  return (
    <>
      <Sample of="Button">
        {sizes.map((size) => (
          <Shown key={size}>
            {buttons.map((variant) => (
              <Button key={variant} variant={variant} size={size} icon={variant === 'primary' ? <Plus size={14} aria-hidden /> : undefined}>
                {variant}
              </Button>
            ))}
          </Shown>
        ))}
        <Shown>
          <Button disabled>{words('actions.save')}</Button>
          <Button variant="primary" loading>
            {words('actions.save')}
          </Button>
        </Shown>
      </Sample>
      <Sample of="IconButton" span={3}>
        <Shown>
          {(['sm', 'regular', 'md'] as const).map((size) => (
            <IconButton key={size} size={size} label={words('actions.edit')}>
              <Pencil size={14} aria-hidden />
            </IconButton>
          ))}
          <IconButton active label={words('actions.search')}>
            <Search size={14} aria-hidden />
          </IconButton>
        </Shown>
      </Sample>
      <Sample of="toast" span={3}>
        <Shown>
          {(['success', 'info', 'warning', 'error'] as const).map((kind) => (
            <Button key={kind} onClick={() => toast[kind](words('messages.saved'))}>
              {kind}
            </Button>
          ))}
        </Shown>
      </Sample>
    </>
  )
}

function Marking() {
  const words = useWords('kit')
  return (
    <>
      <Sample of="StatusBadge">
        <Shown>
          {Object.entries(looks).map(([name, look]) => (
            <StatusBadge key={name} {...look}>
              {name}
            </StatusBadge>
          ))}
        </Shown>
        <Shown>
          <Tag>{words('none')}</Tag>
          {['#2a5bd7', '#1f9d63', '#d9453d'].map((color) => (
            <Tag key={color} color={color}>
              {color}
            </Tag>
          ))}
        </Shown>
      </Sample>
      <Sample of="marks" span={3}>
        <Shown>
          {[0, 1, 2, 3, 4].map((at) => (
            <Level key={at} at={at} of={4} aside={`${at} / 4`}>
              {at}
            </Level>
          ))}
        </Shown>
        <Shown>
          {levelColors.slice(0, 5).map((color, n) => (
            <Level key={color} at={5 - n} of={5} color={color}>
              {5 - n}
            </Level>
          ))}
        </Shown>
        <Shown>
          {[-3, 5, 60].map((days) => (
            <DueDate key={days} date={inDays(days)} open />
          ))}
        </Shown>
        <Shown>
          <Sparkline values={[3, 4, 4, 6, 5, 8]} />
          <Trend change={2.4} />
          <Trend change={-1.2} />
          <Trend change={0} />
        </Shown>
      </Sample>
      <Sample of="Progress, ScoreBar" span={3}>
        {[35, 65, 100].map((value) => (
          <Shown key={value}>
            <Progress value={value} />
            <ScoreBar value={value} target={75} />
          </Shown>
        ))}
      </Sample>
      <Sample of="Avatar, CustomerMark, Kbd" span={12}>
        <Shown>
          {['Ada Lovelace', 'Grace Hopper', 'Alan Turing'].map((name) => (
            <Avatar key={name} name={name} size={28} />
          ))}
          <CustomerMark name="Vigie" color={null} size={24} />
          <CustomerMark name="Vigie" color="#1f7a5c" size={24} />
          <Kbd>Ctrl</Kbd>
          <Kbd>K</Kbd>
        </Shown>
      </Sample>
    </>
  )
}

function Filling() {
  const words = useWords('kit')
  const [text, setText] = useState('')
  const [one, setOne] = useState<string | null>('one')
  const [some, setSome] = useState<string[]>(['one', 'two'])
  const [day, setDay] = useState<string | null>(dayOf())
  const [on, setOn] = useState(true)
  const options = steps.map((value) => ({ value, label: value }))
  const typed = { value: text, onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value) }
  return (
    <>
      <Sample of="TextInput, TextArea, PasswordInput">
        <Grid gap={12} align="start" padY={6} className={css.fields}>
          <TextInput label="TextInput" required {...typed} />
          <TextInput label="error" error={words('errors.mandatory')} {...typed} />
          <TextInput label="help" help={words('optional')} {...typed} />
          <TextInput label="disabled" disabled {...typed} />
          <PasswordInput label="PasswordInput" autoComplete="off" {...typed} />
          <TextArea label="TextArea" rows={2} {...typed} />
        </Grid>
      </Sample>
      <Sample of="Select, MultiSelect, DateInput">
        <Grid gap={12} align="start" padY={6} className={css.fields}>
          <Select label="Select" options={options} value={one} onChange={setOne} clearable />
          <Select label="disabled" options={options} value={one} onChange={setOne} disabled />
          <MultiSelect label="MultiSelect" options={options} value={some} onChange={setSome} />
          <DateInput label="DateInput" value={day} onChange={setDay} />
        </Grid>
      </Sample>
      <Sample of="Checkbox, Switch, Segmented">
        <Shown>
          <Checkbox label="Checkbox" checked={on} onChange={(event) => setOn(event.currentTarget.checked)} />
          <Checkbox label="disabled" disabled />
          <Switch label="Switch" checked={on} onChange={(event) => setOn(event.currentTarget.checked)} />
          <Segmented label="Segmented" value={one ?? 'one'} onChange={setOne} options={options} />
        </Shown>
      </Sample>
      <Sample of="FileDrop">
        <FileDrop onFiles={(files) => toast.info(files.map(({ name }) => name).join(', '))} />
      </Sample>
    </>
  )
}

function Opening() {
  const words = useWords('kit')
  const [open, setOpen] = useState(false)
  const [tab, setTab] = useState<(typeof steps)[number]>('one')
  return (
    <>
      <Sample of="Menu, Modal, confirm">
        <Shown>
          <Menu
            label={words('actions.more')}
            trigger={(props) => (
              <Button {...props} icon={<ChevronDown size={14} aria-hidden />}>
                Menu
              </Button>
            )}
          >
            <MenuGroup label={words('actions.edit')}>
              <MenuItem icon={<Copy size={14} aria-hidden />} hint="Ctrl C">
                {words('actions.copy')}
              </MenuItem>
              <MenuItem icon={<Settings size={14} aria-hidden />} disabled>
                {words('actions.rename')}
              </MenuItem>
              <MenuItem icon={<Settings size={14} aria-hidden />} checked stay>
                {words('actions.show')}
              </MenuItem>
            </MenuGroup>
            <MenuGroup>
              <MenuItem icon={<Trash2 size={14} aria-hidden />} danger>
                {words('actions.delete')}
              </MenuItem>
            </MenuGroup>
          </Menu>
          <Button onClick={() => setOpen(true)}>Modal</Button>
          <Button onClick={() => void confirm({ title: 'Delete 2 actions?', names: ['A-138', 'A-142'], confirm: words('actions.delete'), danger: true })}>
            confirm
          </Button>
          <Button onClick={() => void askToSave()}>askToSave</Button>
        </Shown>
        {open ? (
          <Modal title="Modal" onClose={() => setOpen(false)} footer={<Button onClick={() => setOpen(false)}>{words('actions.close')}</Button>}>
            <EmptyState />
          </Modal>
        ) : null}
      </Sample>
      <Sample of="Tabs">
        <Tabs label="Tabs" value={tab} onChange={setTab} tabs={steps.map((value, count) => ({ value, label: value, count }))}>
          <Facts facts={[['value', tab]]} />
        </Tabs>
      </Sample>
    </>
  )
}

function Standing() {
  return (
    <>
      <Sample of="EmptyState" span={4}>
        <EmptyState />
      </Sample>
      <Sample of="ErrorState" span={4}>
        <ErrorState onRetry={() => toast.info('onRetry')} />
      </Sample>
      <Sample of="SkeletonRows, Skeleton" span={4}>
        <SkeletonRows count={3} />
        <Skeleton height={24} />
      </Sample>
    </>
  )
}
