export function AddCommunicationDevicePage() {
  return null
}
