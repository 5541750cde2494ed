// Verifies a ledger with the program library of Go's checksum database. Its input is JSON, its output the number of
// proofs that hold, or the first that does not.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type input struct {
	Key                 string
	Earlier, Checkpoint string
	Consistency         string
	Leaves              []struct {
		Leaf, Proof string
	}
}

// One base64 hash in each line.
func hashes(text string) []tlog.Hash {
	var found []tlog.Hash
	for _, line := range strings.Fields(text) {
		hash, err := tlog.ParseHash(line)
		check(err)
		found = append(found, hash)
	}
	return found
}

func head(text string, verifier note.Verifier) (size int64, root tlog.Hash) {
	signed, err := note.Open([]byte(text), note.VerifierList(verifier))
	check(err)
	lines := strings.Split(signed.Text, "\n")
	_, err = fmt.Sscan(lines[1], &size)
	check(err)
	root, err = tlog.ParseHash(lines[2])
	check(err)
	return size, root
}

func check(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func main() {
	var in input
	check(json.NewDecoder(os.Stdin).Decode(&in))
	verifier, err := note.NewVerifier(strings.TrimSpace(in.Key))
	check(err)
	earlier, earlierRoot := head(in.Earlier, verifier)
	size, root := head(in.Checkpoint, verifier)
	check(tlog.CheckTree(hashes(in.Consistency), size, root, earlier, earlierRoot))
	for _, leaf := range in.Leaves {
		parts := strings.SplitN(leaf.Proof, "\n\n", 2)
		lines := strings.SplitN(parts[0], "\n", 3)
		var index int64
		_, err := fmt.Sscanf(lines[1], "index %d", &index)
		check(err)
		proven, provenRoot := head(parts[1], verifier)
		check(tlog.CheckRecord(hashes(strings.Join(lines[2:], "")), proven, provenRoot, index, tlog.RecordHash([]byte(leaf.Leaf))))
	}
	fmt.Println(len(in.Leaves) + 1)
}
