module gitdrift.test/ignore-rules

go 1.24.0

require github.com/itchyny/gojq v0.12.19

require (
	github.com/evanphx/json-patch v5.9.11+incompatible
	github.com/itchyny/timefmt-go v0.1.8 // indirect
)
