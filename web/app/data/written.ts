const kinds = new Set<string>()

/** Kinds of things (`stations`, `devices` …) that were written from this page, for pages of a shell that show them too. */
export const written = {
  note: (path: string): void => void kinds.add(path.split('/')[2] ?? ''),
  all: (): string[] => [...kinds],
  forget: (): void => kinds.clear(),
}
