/** A sheet comes when the network lets it: until then nothing stands in its place, and the page under it stays. */
export const patiently = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    return patiently(load)
  }
}
