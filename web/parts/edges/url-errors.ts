/** Which field a refusal of the server is about. */
export const urlErrors = {
  edge_address: 'host',
  edge_scheme: 'host',
  edge_address_public: 'host',
  edge_address_secret: 'host',
  edge_port: 'port',
  edge_device_repeat: 'host',
  required: 'secret',
} as const
