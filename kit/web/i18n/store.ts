import { useSyncExternalStore } from 'react'
import { languages, type Language } from '#kit/contract/catalogue.ts'

/** A catalogue as loaded: nested words, or their compiled form in the built application. */
export type Messages = Readonly<Record<string, unknown>>
export type CatalogueLoader = (language: Language) => Promise<Messages>

const chosenKey = 'vigie.language'
const loaders = new Map<string, CatalogueLoader>()
const loaded = new Map<string, Messages>()
const pending = new Map<string, Promise<void>>()
const listeners = new Set<() => void>()
let current: Language = 'en'

const slot = (area: string, language: Language) => `${area}/${language}`
const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value)

function announce(): void {
  for (const listener of listeners) listener()
}

/** Tells where the words of each area come from; called once by the application before anything is shown. */
export function registerCatalogues(areas: Readonly<Record<string, CatalogueLoader>>): void {
  for (const [area, loader] of Object.entries(areas)) loaders.set(area, loader)
}

/** Loads the words of an area, in the current language unless another is named; an area without a catalogue is already loaded. */
export function loadWords(area: string, language: Language = current): Promise<void> {
  const key = slot(area, language)
  const loader = loaders.get(area)
  if (loaded.has(key) || !loader) return Promise.resolve()
  const running = pending.get(key)
  if (running) return running
  const promise = loader(language).then(
    (messages) => {
      loaded.set(key, messages)
      pending.delete(key)
    },
    (reason: unknown) => {
      pending.delete(key)
      throw reason
    },
  )
  pending.set(key, promise)
  return promise
}

/** Every area that has words. */
export const knownAreas = (): string[] => [...loaders.keys()]

/** The words of an area in the current language, or nothing while they are not loaded. */
export const messagesOf = (area: string): Messages | undefined => loaded.get(slot(area, current))

export const currentLanguage = (): Language => current

/** The language before anyone signs in: what this browser chose last, else what the browser speaks (I18N-02). */
export function preferredLanguage(): Language {
  const chosen = localStorage.getItem(chosenKey)
  if (isLanguage(chosen)) return chosen
  return navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en'
}

/** Changes the language of the whole interface without a reload, once all words that are in use are there. */
export async function showLanguage(language: Language): Promise<void> {
  const inUse = new Set([...loaded.keys()].map((key) => key.slice(0, key.lastIndexOf('/'))))
  await Promise.all([...inUse].map((area) => loadWords(area, language)))
  current = language
  document.documentElement.lang = language
  announce()
}

/** `showLanguage`, remembered in this browser as the reader's own choice. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(chosenKey, language)
  await showLanguage(language)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current language; the component renders again when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage)
